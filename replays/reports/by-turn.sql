-- title = "How does a game go?"
-- about = "What each seat has at the end of each turn: the mean, and the middle half of the games. Games that are over no longer count. Of long games every second turn is told, or every third and so on, so that there are no more than sixty."
-- [columns]
-- mean = "at the end of the turn"
-- low = "a quarter has at most"
-- high = "a quarter has at least"
-- [plot]
-- kind = "lines"
-- x = "turn"
-- y = "mean"
-- low = "low"
-- high = "high"
-- colour = "seat"
-- panels = "measure"
WITH steps AS (
    SELECT c.ruleset, ceil(max(t.turn) / 60)::INTEGER AS step
    FROM warlog.turns t JOIN chosen c ON c.game_id = t.game_id WHERE t.ended GROUP BY ALL
), measured AS (
    SELECT c.ruleset, c.split, t.turn, t.seat, unnest(map_entries(t.measures)) AS m
    FROM warlog.turns t JOIN chosen c ON c.game_id = t.game_id JOIN steps s ON s.ruleset = c.ruleset
    WHERE t.ended AND t.turn % s.step = 0
), told AS (
    SELECT ruleset, split, turn, seat, replace(m.key, '_', ' ') AS measure, m.value AS value
    FROM measured WHERE m.value IS NOT NULL
    QUALIFY count_if(m.value <> 0) OVER (PARTITION BY ruleset, m.key) > 0
)
SELECT * FROM (
    SELECT ruleset, split, measure, turn, seat, count(*) AS games, avg(value) AS mean,
        quantile_cont(value, 0.25) AS low, quantile_cont(value, 0.75) AS high
    FROM told GROUP BY ALL
)
ORDER BY ruleset, split, measure <> 'victory points', measure, seat, turn
