-- title = "Which leaders come to harm?"
-- about = "In how many games each leader who was on the map was wounded, and killed, with 95 % intervals."
-- percent = ["share", "low", "high"]
-- [columns]
-- share = "share of games"
-- low = "from"
-- high = "to"
-- [plot]
-- kind = "dots"
-- x = "share"
-- y = "leader"
-- low = "low"
-- high = "high"
-- colour = "harm"
WITH there AS (
    SELECT DISTINCT game_id, leader FROM {schema}.leader_placed
    UNION SELECT DISTINCT game_id, caster FROM {schema}.spell_cast
), leaders AS (
    SELECT t.leader, c.ruleset, c.split, count(*) AS games FROM there t JOIN chosen c ON c.game_id = t.game_id GROUP BY ALL
), harmed AS (
    SELECT game_id, leader, 'wounded' AS harm FROM {schema}.leader_wounded
    UNION ALL SELECT game_id, leader, 'killed' FROM {schema}.leader_killed
), counted AS (
    SELECT c.ruleset, c.split, h.leader, h.harm, count(DISTINCT h.game_id) AS times
    FROM harmed h JOIN chosen c ON c.game_id = h.game_id GROUP BY ALL
), kinds AS (
    SELECT unnest(['wounded', 'killed']) AS harm
)
SELECT ruleset, split, replace(regexp_replace(regexp_replace(leader, '^{schema}-', ''), '-1$', ''), '-', ' ') AS leader, harm, games,
    coalesce(times, 0) AS times, coalesce(times, 0) / games AS share, wilson_low(coalesce(times, 0), games) AS low,
    wilson_high(coalesce(times, 0), games) AS high
FROM leaders CROSS JOIN kinds LEFT JOIN counted USING (ruleset, split, leader, harm)
ORDER BY ruleset, split, sum(coalesce(times, 0)) OVER (PARTITION BY ruleset, split, leader) DESC, leader, harm DESC
