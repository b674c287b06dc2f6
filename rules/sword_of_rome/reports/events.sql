-- title = "Which cards are played for their event?"
-- about = "Of the times that a card was played from hand, how many were for its event; the ten of each seat that are most and least, with 95 % intervals."
-- percent = ["share", "low", "high"]
-- [columns]
-- share = "played for the event"
-- low = "from"
-- high = "to"
-- [plot]
-- kind = "dots"
-- x = "share"
-- y = "card"
-- low = "low"
-- high = "high"
-- panels = "seat"
WITH played AS (
    SELECT c.ruleset, c.split, p.seat, p.card, count(*) AS plays, count_if(p.use = 'event') AS events
    FROM sword_of_rome.card_played p JOIN chosen c ON c.game_id = p.game_id
    WHERE p.source = 'hand' AND p.use IN ('event', 'ops') GROUP BY ALL
), ranked AS (
    SELECT *, events / plays AS share,
        row_number() OVER (PARTITION BY ruleset, split, seat ORDER BY wilson_low(events, plays) DESC, card) AS most,
        row_number() OVER (PARTITION BY ruleset, split, seat ORDER BY wilson_high(events, plays), card) AS least
    FROM played WHERE plays >= 2
)
SELECT ruleset, split, seat, card, plays, events, share, wilson_low(events, plays) AS low,
    wilson_high(events, plays) AS high
FROM ranked WHERE most <= 5 OR least <= 5 ORDER BY ruleset, split, seat, share DESC, card
