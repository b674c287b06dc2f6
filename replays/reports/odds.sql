-- title = "What do odds bring in battle?"
-- about = "How battles ended, by how much the attacker's total or rating exceeded the defender's."
-- percent = ["share"]
-- [columns]
-- odds = "attacker minus defender"
-- share = "share of battles at these odds"
-- [plot]
-- kind = "stacked"
-- x = "odds"
-- y = "share"
-- colour = "result"
WITH fought AS (
    SELECT c.ruleset, c.split, greatest(-8, least(8, b.attack - b.defence)) AS odds,
        coalesce(b.result, CASE b.winner WHEN b.attacker THEN 'attacker won' WHEN b.defender THEN 'defender won' END)
            AS result
    FROM warlog.battles b JOIN chosen c ON c.game_id = b.game_id
    WHERE b.attack IS NOT NULL AND b.defence IS NOT NULL AND (b.result IS NOT NULL OR b.winner IS NOT NULL)
)
SELECT ruleset, split, odds::INTEGER AS odds, result, battles,
    battles / sum(battles) OVER (PARTITION BY ruleset, split, odds) AS share
FROM (SELECT ruleset, split, odds, result, count(*) AS battles FROM fought GROUP BY ALL)
ORDER BY ALL
