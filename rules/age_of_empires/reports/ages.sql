-- title = "How soon are the ages reached?"
-- about = "In how many games a seat had reached an age by a turn (agecard-5), with 95 % intervals; every turn of a seat is a turn."
-- percent = ["share", "low", "high"]
-- [columns]
-- share = "games in which the age was reached"
-- low = "from"
-- high = "to"
-- [plot]
-- kind = "lines"
-- x = "turn"
-- y = "share"
-- low = "low"
-- high = "high"
-- colour = "age"
-- panels = "seat"
WITH reached AS (
    SELECT c.ruleset, c.split, r.game_id, r.seat, r.age, min(r.game_turn) AS turn
    FROM age_of_empires.age_reached r JOIN chosen c ON c.game_id = r.game_id WHERE r.age > 1 GROUP BY ALL
), sizes AS (
    SELECT ruleset, split, count(*) AS games FROM chosen GROUP BY ALL
), longest AS (
    SELECT ruleset, split, max(turn) AS turns FROM reached GROUP BY ALL
), steps AS (
    SELECT ruleset, split, turn::INTEGER AS turn
    FROM longest, unnest(generate_series(0, turns + greatest(1, turns // 40), greatest(1, turns // 40))) AS each(turn)
), lines AS (
    SELECT DISTINCT ruleset, split, seat, age FROM reached
), counted AS (
    SELECT l.ruleset, l.split, l.seat, l.age, s.turn, count(r.game_id) AS times
    FROM lines l JOIN steps s USING (ruleset, split)
    LEFT JOIN reached r ON r.ruleset = l.ruleset AND r.split = l.split AND r.seat = l.seat AND r.age = l.age
        AND r.turn <= s.turn
    GROUP BY ALL
)
SELECT ruleset, split, seat, CASE age WHEN 2 THEN 'second age' WHEN 3 THEN 'third age' ELSE 'fourth age' END AS age,
    turn, games, times, times / games AS share, wilson_low(times, games) AS low, wilson_high(times, games) AS high
FROM counted JOIN sizes USING (ruleset, split) ORDER BY ruleset, split, seat, counted.age, turn
