-- title = "What do odds bring in battle?"
-- about = "How often the attacker won, by how many blocks more than the defender it began with; those that come in later are not counted. With 95 % intervals; 6 stands for more, too. Battles that nobody fought are left out (6.8)."
-- percent = ["share", "low", "high"]
-- [columns]
-- advantage = "blocks of the attacker less those of the defender"
-- share = "battles that the attacker won"
-- low = "from"
-- high = "to"
-- [plot]
-- kind = "bars"
-- x = "advantage"
-- y = "share"
-- low = "low"
-- high = "high"
WITH began AS (
    SELECT game_id, place, ply * 10000 + seq AS moment, attacker, began['athens'] AS athens, began['sparta'] AS sparta
    FROM hellenes.battle_began SEMI JOIN chosen USING (game_id)
), ended AS (
    SELECT game_id, place, ply * 10000 + seq AS moment, winner, fought
    FROM hellenes.battle_ended SEMI JOIN chosen USING (game_id)
), battles AS (
    SELECT c.ruleset, c.split, b.attacker = e.winner AS won,
        greatest(-6, least(6, CASE b.attacker WHEN 'athens' THEN athens - sparta ELSE sparta - athens END))::INTEGER
            AS advantage
    FROM began b JOIN chosen c ON c.game_id = b.game_id
    ASOF JOIN ended e ON e.game_id = b.game_id AND e.place = b.place AND e.moment >= b.moment
    WHERE e.fought AND e.winner <> ''
), counted AS (
    SELECT ruleset, split, advantage, count(*) AS battles, count_if(won) AS won FROM battles GROUP BY ALL
)
SELECT ruleset, split, advantage, battles, won, won / battles AS share, wilson_low(won, battles) AS low,
    wilson_high(won, battles) AS high
FROM counted ORDER BY ruleset, split, advantage
