-- title = "What costs the powers their armies?"
-- about = "Combat units that each power loses a game, by the rule behind it."
-- [columns]
-- a_game = "combat units a game"
-- [plot]
-- kind = "stacked"
-- x = "power"
-- y = "a_game"
-- colour = "cause"
WITH sizes AS (
    SELECT ruleset, split, count(*) AS games FROM chosen GROUP BY ALL
), lost AS (
    SELECT c.ruleset, c.split, l.power, l.cu, CASE
        WHEN l.rule LIKE '5.5%' THEN 'attrition' WHEN l.rule LIKE '12.4%' THEN 'retreat'
        WHEN l.rule LIKE '12%' THEN 'battle' WHEN l.rule LIKE '13%' THEN 'siege' WHEN l.rule LIKE '14%' THEN 'raid'
        WHEN l.rule LIKE '9.6%' THEN 'at sea' ELSE 'events and the rest' END AS cause
    FROM sword_of_rome.units_lost l JOIN chosen c ON c.game_id = l.game_id
)
SELECT ruleset, split, power, cause, sum(cu)::BIGINT AS combat_units, sum(cu) / any_value(games) AS a_game
FROM lost JOIN sizes USING (ruleset, split) GROUP BY ruleset, split, power, cause
ORDER BY ruleset, split, sum(sum(cu)) OVER (PARTITION BY ruleset, split, power) DESC, power, cause
