-- title = "How far does Sauron get into the city?"
-- about = "In how many games each level of the city had been taken by the end of each turn, with 95 % intervals; levels that were retaken count all the same."
-- percent = ["share", "low", "high"]
-- [columns]
-- share = "share of games in which it had been taken"
-- low = "from"
-- high = "to"
-- [plot]
-- kind = "lines"
-- x = "turn"
-- y = "share"
-- low = "low"
-- high = "high"
-- colour = "level"
WITH taken AS (
    SELECT c.ruleset, c.split, 'level ' || l.level AS level, min(l.game_turn) AS turn
    FROM gondor.level_taken l JOIN chosen c ON c.game_id = l.game_id GROUP BY c.ruleset, c.split, l.level, l.game_id
), counted AS (
    SELECT ruleset, split, level, turn, count(*) AS times FROM taken GROUP BY ALL
), sizes AS (
    SELECT ruleset, split, count(*) AS games FROM chosen GROUP BY ALL
), turns AS (
    SELECT DISTINCT c.ruleset, c.split, t.turn FROM warlog.turns t JOIN chosen c ON c.game_id = t.game_id WHERE t.turn > 0
), summed AS (
    SELECT ruleset, split, level, turn, games,
        sum(coalesce(times, 0)) OVER (PARTITION BY ruleset, split, level ORDER BY turn)::BIGINT AS times
    FROM (SELECT DISTINCT ruleset, split, level FROM counted) JOIN turns USING (ruleset, split)
    JOIN sizes USING (ruleset, split) LEFT JOIN counted USING (ruleset, split, level, turn)
)
SELECT ruleset, split, level, turn::INTEGER AS turn, games, times, times / games AS share,
    wilson_low(times, games) AS low, wilson_high(times, games) AS high
FROM summed ORDER BY ruleset, split, level, turn
