-- title = "Are the dice fair, and does luck decide?"
-- about = "How often each face came up against what it should; and how often the seats won whose dice ran above or below average over the whole game (in standard deviations). High means more pips than on average; in some tables a low roll is the better one. Intervals of 95 %."
-- percent = ["share", "low", "high", "expected"]
-- [columns]
-- what = "face, or how the dice ran"
-- share = "how often"
-- expected = "by chance alone"
-- low = "from"
-- high = "to"
-- [plot]
-- kind = "bars"
-- x = "what"
-- y = "share"
-- low = "low"
-- high = "high"
-- expected = "expected"
-- panels = "question"
WITH rolls AS MATERIALIZED (
    SELECT c.ruleset, c.split, r.game_id, r.seat, r.faces, r.result, r.total, r.expected, r.variance
    FROM warlog.rolls r JOIN chosen c ON c.game_id = r.game_id
    WHERE r.how <> 'trial' AND r.total IS NOT NULL
), thrown AS (
    SELECT ruleset, split, faces, face, sum(n) AS n FROM (
        SELECT ruleset, split, faces, result, count(*) AS n FROM rolls GROUP BY ALL
    ), unnest(result) AS each(face) GROUP BY ALL
), faces AS (
    SELECT ruleset, split, faces, face, n, sum(n) OVER (PARTITION BY ruleset, split, faces) AS tries FROM thrown
), luck AS (
    SELECT ruleset, split, game_id, seat, sum(total - expected) / sqrt(sum(variance)) AS luck
    FROM rolls WHERE seat IS NOT NULL GROUP BY ALL HAVING sum(variance) > 0
), fared AS (
    SELECT l.ruleset, l.split, CASE WHEN luck < -1.5 THEN -2 WHEN luck < -0.5 THEN -1 WHEN luck <= 0.5 THEN 0
        WHEN luck <= 1.5 THEN 1 ELSE 2 END AS band, s.won
    FROM luck l JOIN warlog.seats s ON s.game_id = l.game_id AND s.seat = l.seat WHERE s.over
), won AS (
    SELECT ruleset, split, band, count_if(won) AS n, count(*) AS tries FROM fared GROUP BY ALL
), answers AS (
    SELECT ruleset, split, 1 AS part, 'Faces of ' || faces || '-sided dice' AS question, face AS place,
        face::VARCHAR AS what, n, tries, 1 / faces AS expected
    FROM faces
    UNION ALL
    SELECT ruleset, split, 2, 'Games won, by how the dice ran', band,
        CASE band WHEN -2 THEN 'very low' WHEN -1 THEN 'low' WHEN 0 THEN 'average' WHEN 1 THEN 'high'
            ELSE 'very high' END, n, tries, sum(n) OVER w / sum(tries) OVER w
    FROM won WINDOW w AS (PARTITION BY ruleset, split)
)
SELECT ruleset, split, question, what, n::BIGINT AS times, tries::BIGINT AS out_of, n / tries AS share,
    wilson_low(n, tries) AS low, wilson_high(n, tries) AS high, expected
FROM answers ORDER BY ruleset, split, part, question, place
