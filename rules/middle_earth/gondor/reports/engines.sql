-- title = "What becomes of the siege engines?"
-- about = "How many of the engines that were placed were destroyed: by troops, by shots, or burnt; with 95 % intervals."
-- percent = ["share", "low", "high"]
-- [columns]
-- share = "engines destroyed"
-- low = "from"
-- high = "to"
-- [plot]
-- kind = "dots"
-- x = "share"
-- y = "engine"
-- low = "low"
-- high = "high"
WITH placed AS (
    SELECT DISTINCT p.game_id, p.engine, c.ruleset, c.split
    FROM gondor.engine_placed p JOIN chosen c ON c.game_id = p.game_id
), destroyed AS (
    SELECT game_id, engine FROM gondor.engine_destroyed
    UNION SELECT game_id, target FROM gondor.engine_shot_at WHERE destroyed
    UNION SELECT game_id, engine FROM gondor.tower_scorched WHERE burns
), kinds AS (
    SELECT p.ruleset, p.split, replace(regexp_replace(regexp_replace(p.engine, '^gondor-', ''), '-[0-9]+$', ''), '-', ' ') AS engine,
        count(*) AS placed, count(d.engine) AS destroyed
    FROM placed p LEFT JOIN destroyed d ON d.game_id = p.game_id AND d.engine = p.engine GROUP BY ALL
)
SELECT ruleset, split, engine, placed, destroyed, destroyed / placed AS share, wilson_low(destroyed, placed) AS low,
    wilson_high(destroyed, placed) AS high
FROM kinds ORDER BY ruleset, split, share DESC, engine
