-- title = "Which troops hit hardest?"
-- about = "Attacks of each kind of troops and how many of them brought a casualty, with 95 % intervals; those with at least three attacks."
-- percent = ["share", "low", "high"]
-- [columns]
-- share = "attacks with a casualty"
-- low = "from"
-- high = "to"
-- a_game = "attacks a game"
-- [plot]
-- kind = "dots"
-- x = "share"
-- y = "troops"
-- low = "low"
-- high = "high"
-- panels = "kind"
WITH attacks AS (
    SELECT c.ruleset, c.split, a.kind, a.casualty,
        replace(regexp_replace(regexp_replace(a.attacker, '^{schema}-', ''), '-[0-9]+$', ''), '-', ' ') AS troops
    FROM {schema}.attack_resolved a JOIN chosen c ON c.game_id = a.game_id
), sizes AS (
    SELECT ruleset, split, count(*) AS games FROM chosen GROUP BY ALL
), counted AS (
    SELECT ruleset, split, kind, troops, count(*) AS attacks, count_if(casualty) AS casualties FROM attacks GROUP BY ALL
)
SELECT ruleset, split, kind, troops, attacks, attacks / games AS a_game, casualties, casualties / attacks AS share,
    wilson_low(casualties, attacks) AS low, wilson_high(casualties, attacks) AS high
FROM counted JOIN sizes USING (ruleset, split) WHERE attacks >= 3
ORDER BY ruleset, split, kind, share DESC, troops
