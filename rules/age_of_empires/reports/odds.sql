-- title = "What does strength bring in an attack?"
-- about = "What each side of a round of an attack suffers (combat-9), damage to the building counted with the defender's, by how much more strength the attacker brings to bear; in steps of 5, 20 stands for more, too. The mean, and the middle half of the rounds."
-- [columns]
-- lead = "strength of the attacker less that of the defender"
-- suffered = "damage suffered in the round"
-- low = "a quarter suffers at most"
-- high = "a quarter suffers at least"
-- [plot]
-- kind = "lines"
-- x = "lead"
-- y = "suffered"
-- low = "low"
-- high = "high"
-- colour = "side"
WITH turns AS (
    SELECT game_id, ply * 10000 + seq AS moment, seat FROM age_of_empires.turn_began SEMI JOIN chosen USING (game_id)
), rounds AS (
    SELECT game_id, ply * 10000 + seq AS moment, attack, defence, building, hits
    FROM age_of_empires.round_fought SEMI JOIN chosen USING (game_id)
), fought AS (
    SELECT r.game_id, greatest(-20, least(20, 5 * round((r.attack - r.defence) / 5)))::INTEGER AS lead,
        coalesce(list_sum(list_transform(list_filter(r.hits, lambda hit: hit.seat = t.seat), lambda hit: hit.damage)), 0)
            AS attacker,
        coalesce(list_sum(list_transform(list_filter(r.hits, lambda hit: hit.seat <> t.seat), lambda hit: hit.damage)), 0)
            + r.building AS defender
    FROM rounds r ASOF JOIN turns t ON t.game_id = r.game_id AND t.moment <= r.moment
), suffered AS (
    SELECT game_id, lead, 'attacker' AS side, attacker AS suffered FROM fought
    UNION ALL SELECT game_id, lead, 'defender', defender FROM fought
)
SELECT * FROM (
    SELECT c.ruleset, c.split, s.side, s.lead, count(*) AS rounds, avg(s.suffered) AS suffered,
        quantile_cont(s.suffered, 0.25)::DOUBLE AS low, quantile_cont(s.suffered, 0.75)::DOUBLE AS high
    FROM suffered s JOIN chosen c ON c.game_id = s.game_id GROUP BY ALL
) ORDER BY ruleset, split, side, lead
