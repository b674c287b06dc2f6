-- title = "How soon do the armies break?"
-- about = "In how many games an army was demoralized by the end of each turn, with 95 % intervals."
-- percent = ["share", "low", "high"]
-- [columns]
-- share = "share of games in which it was demoralized"
-- low = "from"
-- high = "to"
-- [plot]
-- kind = "lines"
-- x = "turn"
-- y = "share"
-- low = "low"
-- high = "high"
-- colour = "army"
WITH broke AS (
    SELECT c.ruleset, c.split, d.army, d.game_turn AS turn, count(*) AS times
    FROM {schema}.army_demoralized d JOIN chosen c ON c.game_id = d.game_id GROUP BY ALL
), sizes AS (
    SELECT ruleset, split, count(*) AS games FROM chosen GROUP BY ALL
), turns AS (
    SELECT DISTINCT c.ruleset, c.split, t.turn FROM warlog.turns t JOIN chosen c ON c.game_id = t.game_id WHERE t.turn > 0
), summed AS (
    SELECT ruleset, split, army, turn, games,
        sum(coalesce(times, 0)) OVER (PARTITION BY ruleset, split, army ORDER BY turn)::BIGINT AS times
    FROM (SELECT DISTINCT ruleset, split, army FROM broke) JOIN turns USING (ruleset, split)
    JOIN sizes USING (ruleset, split) LEFT JOIN broke USING (ruleset, split, army, turn)
)
SELECT ruleset, split, army, turn::INTEGER AS turn, games, times, times / games AS share,
    wilson_low(times, games) AS low, wilson_high(times, games) AS high
FROM summed ORDER BY ruleset, split, army, turn
