// What is drawn over the board at a ply: rings where something changed, arrows of moves, and the marks of notes.

function drawnOver(content, node, before) {
  const notes = content.notesOf.get(node.number) ?? [];
  return [
    ...highlights(content, node, before),
    ...arrows(content, node, before),
    ...notes.flatMap((note) => noteMarks(content, note)),
  ];
}

// How far round its centre a space reaches.
function reach(content) {
  return content.board.radius * (content.board.layers.includes("hexside") ? 0.86 : 1.5);
}

function highlights(content, node, before) {
  return [...changed(content, before, node)]
    .map((space) => content.places[space])
    .filter((place) => place && place.x !== null)
    .map((place) => made("circle", { cx: place.x, cy: place.y, r: reach(content) * 1.06, class: "changed" }));
}

function arrows(content, node, before) {
  return moves(content, before, node).flatMap(([from, to, many]) =>
    arrow(content, content.places[from], content.places[to], "move", Math.min(7, 2.5 + many)),
  );
}

// A note marks a space with a square, which no change has, and draws its arrows broken.
function noteMarks(content, note) {
  return (note.marks ?? []).flatMap((mark) => {
    const [from, to] = mark.split(">").map((name) => content.places[content.placeOf.get(name)]);
    if (!from || from.x === null) return [];
    if (mark.includes(">")) return to ? arrow(content, from, to, "noted-arrow", 4) : [];
    const half = reach(content);
    return [
      made("rect", {
        x: from.x - half,
        y: from.y - half,
        width: 2 * half,
        height: 2 * half,
        rx: 3,
        class: "noted-space",
      }),
    ];
  });
}

function arrow(content, start, end, kind, width) {
  if (start.x === null || end.x === null) return [];
  const length = Math.hypot(end.x - start.x, end.y - start.y) || 1;
  const short = Math.min(length * 0.3, content.board.radius * 0.55) / length;
  const x = end.x - (end.x - start.x) * short;
  const y = end.y - (end.y - start.y) * short;
  const line = { x1: start.x, y1: start.y, x2: x, y2: y };
  return [
    made("line", { ...line, class: "rim", "stroke-width": width + 2.5 }),
    made("line", { ...line, class: kind, "stroke-width": width, "marker-end": `url(#${kind}-head)` }),
  ];
}
