-- title = "What do armies and leaders bring in battle?"
-- about = "How often the attacker won, by what each side added to its dice (armies, leaders, ground, cards): attacker minus defender. With 95 % intervals; 8 stands for more, too. The red tick is what three dice a side would bring, the defender winning ties (12.2.5)."
-- percent = ["share", "low", "high", "expected"]
-- [columns]
-- advantage = "advantage of the attacker before the dice"
-- share = "battles that the attacker won"
-- expected = "expected of the dice"
-- low = "from"
-- high = "to"
-- [plot]
-- kind = "bars"
-- x = "advantage"
-- y = "share"
-- low = "low"
-- high = "high"
-- expected = "expected"
WITH die AS (
    SELECT unnest([1, 2, 3, 4, 5, 6]) AS face
), three AS (
    SELECT x.face + y.face + z.face AS total, count(*) / 216 AS chance FROM die x, die y, die z GROUP BY ALL
), apart AS (
    SELECT a.total - d.total AS lead, sum(a.chance * d.chance) AS chance FROM three a, three d GROUP BY ALL
), fought AS (
    SELECT c.ruleset, c.split, greatest(-8, least(8, (b.attacker_total - list_sum(b.attacker_dice))
        - (b.defender_total - list_sum(b.defender_dice))))::INTEGER AS advantage,
        b.attacker_total > b.defender_total AS won
    FROM sword_of_rome.battle_rolled b JOIN chosen c ON c.game_id = b.game_id
    WHERE len(b.attacker_dice) = 3 AND len(b.defender_dice) = 3
), counted AS (
    SELECT ruleset, split, advantage, count(*) AS battles, count_if(won) AS won FROM fought GROUP BY ALL
)
SELECT ruleset, split, advantage, battles, won, won / battles AS share, wilson_low(won, battles) AS low,
    wilson_high(won, battles) AS high,
    (SELECT coalesce(sum(chance), 0) FROM apart WHERE lead + advantage > 0) AS expected
FROM counted ORDER BY ruleset, split, advantage
