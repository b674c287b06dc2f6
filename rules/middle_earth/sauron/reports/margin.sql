-- title = "How clear are the victories?"
-- about = "The finished games by who won and how clearly, as the rules count it, with the points by which they did."
-- percent = ["share", "low", "high"]
-- [columns]
-- share = "share of games"
-- low = "from"
-- high = "to"
-- margin = "points ahead on average"
-- [plot]
-- kind = "bars"
-- x = "winner"
-- y = "share"
-- low = "low"
-- high = "high"
-- colour = "victory"
WITH finished AS (
    SELECT c.ruleset, c.split, coalesce(c.winners[1], 'nobody') AS winner, c.how AS victory,
        list_max(map_values(g.scores)) - list_min(map_values(g.scores)) AS margin
    FROM chosen c JOIN warlog.games g ON g.game_id = c.game_id WHERE c.over
), counted AS (
    SELECT ruleset, split, winner, victory, count(*) AS games, avg(margin) AS margin FROM finished GROUP BY ALL
), sizes AS (
    SELECT ruleset, split, count(*) AS of FROM finished GROUP BY ALL
)
SELECT ruleset, split, winner, victory, games, of, margin, games / of AS share, wilson_low(games, of) AS low,
    wilson_high(games, of) AS high
FROM counted JOIN sizes USING (ruleset, split) ORDER BY ruleset, split, winner, victory
