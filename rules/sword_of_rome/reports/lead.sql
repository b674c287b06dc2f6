-- title = "Does an early lead win?"
-- about = "How often who had most victory points at the end of a turn won the game, with 95 % intervals; turns at whose end one alone was ahead and the game went on. With two players the sums of their sides are compared, as the rules have it (4.3). The tick is the share of one drawn by lot."
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
WITH seats AS (
    SELECT c.ruleset, c.split, t.game_id, t.turn, t.measures['victory_points'] AS points,
        CASE WHEN len(c.winners) = 1 THEN t.seat WHEN list_contains(c.winners, t.seat) THEN 'winners' ELSE 'losers' END
            AS side,  -- those that win together are a side; so are then all others
        list_contains(c.winners, t.seat) AS won
    FROM warlog.turns t JOIN chosen c ON c.game_id = t.game_id WHERE c.over AND len(c.winners) > 0 AND t.turn > 0
    QUALIFY t.ended AND t.turn < max(t.turn) OVER (PARTITION BY t.game_id)  -- who is ahead in the last turn has won
), held AS (
    SELECT ruleset, split, game_id, turn, side, bool_or(won) AS won, sum(points) AS points FROM seats GROUP BY ALL
), ahead AS (
    SELECT ruleset, split, game_id, turn, arg_max(won, points) AS won, count(*) AS sides, max(points) AS most,
        list(points) AS all_points
    FROM held GROUP BY ruleset, split, game_id, turn
), counted AS (
    SELECT ruleset, split, turn, count(*) AS games, count_if(won) AS won, avg(1 / sides) AS expected
    FROM ahead WHERE len(list_filter(all_points, lambda points: points = most)) = 1 GROUP BY ALL
)
SELECT ruleset, split, turn, games, won, won / games AS share, wilson_low(won, games) AS low,
    wilson_high(won, games) AS high, expected
FROM counted ORDER BY ruleset, split, turn
