-- title = "Do attacks hit as often as their odds say?"
-- about = "Missile and melee attacks by their chance on the table, modifiers included, and how often a casualty came of them, with 95 % intervals. On the line both are the same."
-- percent = ["chance", "share", "low", "high"]
-- [columns]
-- chance = "chance by the table"
-- share = "attacks with a casualty"
-- low = "from"
-- high = "to"
-- [plot]
-- kind = "against"
-- x = "chance"
-- y = "share"
-- low = "low"
-- high = "high"
-- colour = "kind"
WITH attacks AS (
    SELECT c.ruleset, c.split, a.kind, a.casualty, round(list_sum(list_transform(
        generate_series(a.range[1], a.range[2]), lambda total: greatest(0, 6 - abs(7 - total)))) / 36, 4) AS chance
    FROM {schema}.attack_resolved a JOIN chosen c ON c.game_id = a.game_id
    WHERE len(a.dice) = 2
), counted AS (
    SELECT ruleset, split, kind, coalesce(chance, 0) AS chance, count(*) AS attacks, count_if(casualty) AS casualties
    FROM attacks GROUP BY ALL
)
SELECT ruleset, split, kind, chance, attacks, casualties, casualties / attacks AS share,
    wilson_low(casualties, attacks) AS low, wilson_high(casualties, attacks) AS high
FROM counted ORDER BY ruleset, split, kind, chance
