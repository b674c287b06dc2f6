-- title = "How are games won?"
-- about = "How each seat won its games: by what it built, held or destroyed (victory-1, victory-2)."
-- percent = ["share"]
-- [columns]
-- winner = "who won"
-- share = "share of the finished games"
-- [plot]
-- kind = "stacked"
-- x = "winner"
-- y = "share"
-- colour = "how"
WITH finished AS (
    SELECT c.ruleset, c.split, coalesce(c.winners[1], 'nobody') AS winner, replace(c.how, '-', ' ') AS how
    FROM chosen c WHERE c.over
), sizes AS (
    SELECT ruleset, split, count(*) AS all_games FROM finished GROUP BY ALL
)
SELECT ruleset, split, winner, how, count(*) AS games, count(*) / any_value(all_games) AS share
FROM finished JOIN sizes USING (ruleset, split) GROUP BY ruleset, split, winner, how ORDER BY ruleset, split, winner, how
