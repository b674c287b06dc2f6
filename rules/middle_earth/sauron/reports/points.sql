-- title = "What brings victory points?"
-- about = "Points that each side is given a game, by what for, with 95 % intervals."
-- [columns]
-- points = "points a game"
-- low = "from"
-- high = "to"
-- [plot]
-- kind = "dots"
-- x = "points"
-- y = "reason"
-- low = "low"
-- high = "high"
-- colour = "seat"
WITH sizes AS (
    SELECT ruleset, split, count(*) AS games FROM chosen GROUP BY ALL
), given AS (
    SELECT c.ruleset, c.split, v.game_id, v.seat, v.reason, sum(v.change) AS points
    FROM sauron.victory_points_changed v JOIN chosen c ON c.game_id = v.game_id GROUP BY ALL
), counted AS (
    SELECT ruleset, split, seat, reason, sum(points) / any_value(games) AS points,
        sqrt(greatest(0, sum(points * points) / any_value(games) - (sum(points) / any_value(games)) ** 2)
            / any_value(games)) AS error, count(*) AS games_with
    FROM given JOIN sizes USING (ruleset, split) GROUP BY ruleset, split, seat, reason
)
SELECT ruleset, split, reason, seat, games_with, points, points - 1.96 * error AS low, points + 1.96 * error AS high
FROM counted
ORDER BY ruleset, split, max(abs(points)) OVER (PARTITION BY ruleset, split, reason) DESC, reason, seat
