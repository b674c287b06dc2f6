-- title = "Does an early lead win?"
-- about = "How often the seat with most victory points at the end of a turn won the game, with 95 % intervals; turns at whose end one seat alone was ahead and the game went on. The tick is what a seat wins that is drawn by lot."
-- percent = ["share", "low", "high", "expected"]
-- [columns]
-- share = "leaders who won the game"
-- expected = "by lot"
-- low = "from"
-- high = "to"
-- [plot]
-- kind = "bars"
-- x = "turn"
-- y = "share"
-- low = "low"
-- high = "high"
-- expected = "expected"
WITH held AS (
    SELECT c.ruleset, c.split, t.game_id, t.turn, t.seat, t.measures['victory_points'] AS points, c.winners
    FROM warlog.turns t JOIN chosen c ON c.game_id = t.game_id WHERE c.over AND t.turn > 0
    QUALIFY t.ended AND t.turn < max(t.turn) OVER (PARTITION BY t.game_id)  -- who is ahead in the last turn has won
), ahead AS (
    SELECT ruleset, split, game_id, turn, arg_max(seat, points) AS leader, any_value(winners) AS winners,
        count(*) AS seats, max(points) AS most, list(points) AS all_points
    FROM held GROUP BY ruleset, split, game_id, turn
), counted AS (
    SELECT ruleset, split, turn, count(*) AS games, count_if(list_contains(winners, leader)) AS won,
        avg(len(winners) / seats) AS expected
    FROM ahead WHERE len(list_filter(all_points, lambda points: points = most)) = 1 GROUP BY ALL
)
SELECT ruleset, split, turn, games, won, won / games AS share, wilson_low(won, games) AS low,
    wilson_high(won, games) AS high, expected
FROM counted ORDER BY ruleset, split, turn
