-- title = "What gets Sauron through the walls?"
-- about = "How often each way into the city worked when it was tried, with 95 % intervals."
-- percent = ["share", "low", "high"]
-- [columns]
-- a_game = "tries a game"
-- share = "tries that worked"
-- low = "from"
-- high = "to"
-- [plot]
-- kind = "dots"
-- x = "share"
-- y = "way"
-- low = "low"
-- high = "high"
WITH tries AS (
    SELECT game_id, 'catapult against a ' || feature AS way, breached AS worked FROM gondor.breach_attempted
    UNION ALL SELECT game_id, 'ram against a gate', destroyed FROM gondor.gate_rammed
    UNION ALL SELECT game_id, 'ladder that is shaken', NOT falls FROM gondor.ladder_shaken
), counted AS (
    SELECT c.ruleset, c.split, t.way, count(*) AS tries, count_if(t.worked) AS worked
    FROM tries t JOIN chosen c ON c.game_id = t.game_id GROUP BY ALL
), sizes AS (
    SELECT ruleset, split, count(*) AS games FROM chosen GROUP BY ALL
)
SELECT ruleset, split, way, tries, tries / games AS a_game, worked, worked / tries AS share,
    wilson_low(worked, tries) AS low, wilson_high(worked, tries) AS high
FROM counted JOIN sizes USING (ruleset, split) ORDER BY ruleset, split, share DESC, way
