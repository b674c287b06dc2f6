-- title = "What comes of duels?"
-- about = "How duels ended, by how much the challenger's rating exceeds the other's (7.22)."
-- percent = ["share"]
-- [columns]
-- differential = "rating of the challenger minus that of the other"
-- share = "share of duels at this differential"
-- [plot]
-- kind = "stacked"
-- x = "differential"
-- y = "share"
-- colour = "result"
WITH fought AS (
    SELECT c.ruleset, c.split, d.differential, CASE d.result WHEN 'AK' THEN 'challenger killed'
        WHEN 'AW' THEN 'challenger wounded' WHEN 'DW' THEN 'other wounded' WHEN 'DK' THEN 'other killed'
        ELSE 'nothing' END AS result
    FROM sauron.duel_fought d JOIN chosen c ON c.game_id = d.game_id
)
SELECT ruleset, split, differential, result, duels,
    duels / sum(duels) OVER (PARTITION BY ruleset, split, differential) AS share
FROM (SELECT ruleset, split, differential, result, count(*) AS duels FROM fought GROUP BY ALL)
ORDER BY ruleset, split, differential,
    list_position(['other killed', 'other wounded', 'nothing', 'challenger wounded', 'challenger killed'], result)
