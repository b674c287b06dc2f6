// Two lines side by side: the second board, what differs between the two positions, and how each seat fared.

class Comparison {
  constructor(content, walk, changed) {
    Object.assign(this, { content, walk });
    this.select = by("compare");
    for (const line of content.lines) this.select.append(new Option(line.name, line.name));
    by("compare-choice").hidden = content.lines.length < 2;
    this.select.addEventListener("change", changed);
  }

  // Beside the position of a line at a ply: the other line at the same ply, or at its end.
  show(line, ply, position) {
    const other = this.content.lines.find((each) => each.name === this.select.value);
    for (const id of ["comparison", "second", "first-title"]) by(id).hidden = !other;
    if (!other) return;
    const path = this.walk.path(other);
    const at = Math.min(ply, path.length - 1);
    const second = this.walk.at(path[at]);
    this.board ??= new Board(this.content, by("second-board"), by("card"));
    this.board.show(second, this.content.nodes[path[at]], at ? this.walk.at(path[at - 1]) : null);
    const found = differences(this.content, position, second);
    const beside =
      other === line
        ? "This is the line itself."
        : `${line.name} and ${other.name} are one until ply ${parting(this.walk, line, other)}.`;
    by("first-title").textContent = `${line.name}, ply ${ply}`;
    by("second-title").textContent = `${other.name}, ply ${at}`;
    by("parted").textContent =
      `${beside} ${found.length ? `${line.name} | ${other.name}:` : "Here they are alike."}`;
    by("differences").replaceChildren(...found.map((text) => element("li", text)));
    by("differences").hidden = !found.length;
    by("tallies").replaceChildren(...this.tallies(line, position, other, second));
  }

  tallies(line, left, other, right) {
    const [one, two] = [this.content.tallies[left.tally] ?? {}, this.content.tallies[right.tally] ?? {}];
    const rows = this.content.seats.flatMap((seat) =>
      Object.keys(one[seat.name] ?? {})
        .filter((measure) => one[seat.name][measure] !== two[seat.name]?.[measure])
        .map((measure) => {
          const row = element("tr");
          row.append(headed(`${seat.title}, ${measureTitle(measure)}`, "row"));
          for (const tally of [one, two])
            row.append(element("td", String(tally[seat.name]?.[measure] ?? "")));
          return row;
        }),
    );
    if (!rows.length) return [];
    const head = element("tr");
    for (const title of ["", line.name, other.name]) head.append(headed(title, "col"));
    return [head, ...rows];
  }
}

function differences(content, left, right) {
  const found = [];
  const where = (piece) => (piece ? placeTitle(content.places[piece.space]) : "not on the board");
  for (const name of new Set([...left.pieces.keys(), ...right.pieces.keys()])) {
    const [one, other] = [left.pieces.get(name), right.pieces.get(name)];
    if (one && other && one.space === other.space && one.words === other.words) continue;
    const words = content.descriptions[(one ?? other).words];
    const [here, there] = [where(one), where(other)];
    found.push(
      here === there
        ? `${here}: ${content.descriptions[one.words]} | ${content.descriptions[other.words]}`
        : `${words}: ${here} | ${there}`,
    );
  }
  for (const space of new Set([...left.owners.keys(), ...right.owners.keys()])) {
    const [one, other] = [left.owners.get(space) ?? -1, right.owners.get(space) ?? -1];
    if (one !== other)
      found.push(
        `${placeTitle(content.places[space])}: held by ${content.sides[one] ?? "nobody"} | ${content.sides[other] ?? "nobody"}`,
      );
  }
  return found;
}

// The last ply that two lines share.
function parting(walk, one, other) {
  const [first, second] = [walk.path(one), walk.path(other)];
  let at = 0;
  while (at + 1 < Math.min(first.length, second.length) && first[at + 1] === second[at + 1]) at += 1;
  return at;
}
