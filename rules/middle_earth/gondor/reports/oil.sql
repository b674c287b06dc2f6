-- title = "What becomes of the oil?"
-- about = "What the West did when an attacker came under a cauldron, by turn: it kept the oil back, poured it, or showed a dummy."
-- percent = ["share"]
-- [columns]
-- share = "share of the chances to pour"
-- [plot]
-- kind = "stacked"
-- x = "turn"
-- y = "share"
-- colour = "answer"
WITH answers AS (
    SELECT game_id, game_turn AS turn, 'kept back' AS answer FROM gondor.oil_withheld
    UNION ALL SELECT game_id, game_turn, CASE content WHEN 'oil' THEN 'oil poured' WHEN 'dummy' THEN 'a dummy'
        ELSE 'not known' END FROM gondor.oil_poured
), counted AS (
    SELECT c.ruleset, c.split, a.turn, a.answer, count(*) AS times
    FROM answers a JOIN chosen c ON c.game_id = a.game_id GROUP BY ALL
)
SELECT ruleset, split, turn, answer, times, times / sum(times) OVER (PARTITION BY ruleset, split, turn) AS share
FROM counted ORDER BY ruleset, split, turn, answer DESC
