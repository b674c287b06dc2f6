-- title = "How do sieges end?"
-- about = "The sieges that began in play, by who held the city, and what became of them: taken by assault (8.4) or attrition (8.2), opened by an event, lifted (7.5), or still on when the game ended."
-- percent = ["share"]
-- [columns]
-- holder = "who held the city"
-- share = "share of the sieges"
-- [plot]
-- kind = "stacked"
-- x = "holder"
-- y = "share"
-- colour = "outcome"
WITH began AS (
    SELECT game_id, place, side, ply * 10000 + seq AS moment FROM hellenes.siege_began SEMI JOIN chosen USING (game_id)
    WHERE ply > 0
), ended AS (
    SELECT s.game_id, s.place, s.ply * 10000 + s.seq AS moment, c.why
    FROM hellenes.siege_ended s
    LEFT JOIN hellenes.control_changed c
        ON c.game_id = s.game_id AND c.ply = s.ply AND c.place = s.place AND c.seq > s.seq
    WHERE s.game_id IN (SELECT game_id FROM chosen)
), sieges AS (
    SELECT c.ruleset, c.split, CASE b.side WHEN 'athens' THEN 'Athens' WHEN 'sparta' THEN 'Sparta' ELSE 'neutral' END
        AS holder,
        CASE WHEN e.moment IS NULL THEN 'still on' WHEN e.why = 'assault' THEN 'assault'
            WHEN e.why = 'attrition' THEN 'attrition' WHEN e.why IS NULL THEN 'lifted' ELSE 'event' END AS outcome
    FROM began b JOIN chosen c ON c.game_id = b.game_id
    ASOF LEFT JOIN ended e ON e.game_id = b.game_id AND e.place = b.place AND e.moment >= b.moment
)
SELECT ruleset, split, holder, outcome, sieges, sieges / sum(sieges) OVER (PARTITION BY ruleset, split, holder) AS share
FROM (SELECT ruleset, split, holder, outcome, count(*) AS sieges FROM sieges GROUP BY ALL)
ORDER BY ruleset, split, holder, outcome
