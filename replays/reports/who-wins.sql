-- title = "Who wins?"
-- about = "Share of the finished games that each seat won, with 95 % intervals; by who decided first, where that was not always the same seat. A shared victory counts for each winner."
-- percent = ["share", "low", "high"]
-- [columns]
-- share = "share of games won"
-- first = "deciding first"
-- low = "from"
-- high = "to"
-- [plot]
-- kind = "dots"
-- x = "share"
-- y = "seat"
-- low = "low"
-- high = "high"
-- colour = "first"
WITH seats AS (
    SELECT c.ruleset, c.split, s.seat, s.first, s.won, s.drawn
    FROM warlog.seats s JOIN chosen c ON c.game_id = s.game_id
    WHERE s.over
), counted AS (
    SELECT ruleset, split, seat, 'either way' AS first, won, drawn FROM seats
    UNION ALL
    SELECT ruleset, split, seat, CASE WHEN first THEN 'first' ELSE 'later' END, won, drawn FROM seats
), shares AS (
    SELECT ruleset, split, seat, first, count(*) AS games, count_if(won) AS won, count_if(drawn) AS drawn
    FROM counted GROUP BY ALL
)
SELECT ruleset, split, seat, first, games, won, drawn, won / games AS share, wilson_low(won, games) AS low,
    wilson_high(won, games) AS high
FROM shares
QUALIFY first = 'either way' OR games < max(games) OVER (PARTITION BY ruleset, split, seat)
ORDER BY ruleset, split, max(won) OVER (PARTITION BY ruleset, split, seat) DESC, seat, first
