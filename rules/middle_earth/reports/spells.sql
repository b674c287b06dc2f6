-- title = "Which spells work?"
-- about = "How often each spell worked when it was cast, with 95 % intervals; the tick is the chance by its table."
-- percent = ["share", "low", "high", "expected"]
-- [columns]
-- share = "casts that worked"
-- expected = "chance by the table"
-- low = "from"
-- high = "to"
-- [plot]
-- kind = "dots"
-- x = "share"
-- y = "spell"
-- low = "low"
-- high = "high"
-- expected = "expected"
WITH casts AS (
    SELECT c.ruleset, c.split, replace(s.spell, '-', ' ') AS spell, s.points, s.works,
        list_sum(list_transform(generate_series(s.range[1], s.range[2]),
            lambda total: greatest(0, 6 - abs(7 - total)))) / 36 AS chance
    FROM {schema}.spell_cast s JOIN chosen c ON c.game_id = s.game_id
), counted AS (
    SELECT ruleset, split, spell, count(*) AS casts, count_if(works) AS worked, avg(coalesce(chance, 0)) AS expected,
        avg(points) AS points
    FROM casts GROUP BY ruleset, split, spell
)
SELECT ruleset, split, spell, casts, points, worked, worked / casts AS share, wilson_low(worked, casts) AS low,
    wilson_high(worked, casts) AS high, expected
FROM counted ORDER BY ruleset, split, share DESC, spell
