-- title = "Who allies with whom?"
-- about = "In how many games two powers were allied at least once (15.1), with 95 % intervals."
-- percent = ["share", "low", "high"]
-- [columns]
-- share = "share of games"
-- low = "from"
-- high = "to"
-- [plot]
-- kind = "dots"
-- x = "share"
-- y = "pair"
-- low = "low"
-- high = "high"
WITH sizes AS (
    SELECT ruleset, split, count(*) AS games FROM chosen GROUP BY ALL
), pairs AS (
    SELECT c.ruleset, c.split, least(a.power, a.other) || ' – ' || greatest(a.power, a.other) AS pair, a.game_id
    FROM sword_of_rome.alliance_made a JOIN chosen c ON c.game_id = a.game_id
), counted AS (
    SELECT ruleset, split, pair, count(DISTINCT game_id) AS allied, count(*) AS times FROM pairs GROUP BY ALL
)
SELECT ruleset, split, pair, allied, games, times / games AS a_game, allied / games AS share,
    wilson_low(allied, games) AS low, wilson_high(allied, games) AS high
FROM counted JOIN sizes USING (ruleset, split) ORDER BY ruleset, split, share DESC, pair
