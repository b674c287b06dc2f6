// The dice of each seat along a line against what dice give on average: a chart, tables, and the rarest rolls.

class LuckPanel {
  constructor(content, walk, place, go) {
    Object.assign(this, { content, walk, place, go });
    new ResizeObserver(() => this.plot?.setSize({ width: plotWidth(place), height: 170 })).observe(place);
  }

  list(line) {
    if (!this.place.clientWidth || this.line === line) return;
    this.line = line;
    const luck = this.content.lucks[this.content.lines.indexOf(line)].filter((each) => each.rolls);
    this.plot?.destroy();
    this.plot = null;
    if (!luck.length) {
      return this.place.replaceChildren(
        element(
          "p",
          this.content.seen_by.length
            ? "These seats know of no dice on this line."
            : "No dice were rolled on this line.",
        ),
      );
    }
    const chart = element("div");
    this.place.replaceChildren(
      element("h2", "Pips above what dice give on average"),
      chart,
      element(
        "p",
        "A percentile of 80 says: of a hundred games with as many dice, eighty give less.",
        "quiet",
      ),
      ...luck.map((each) => this.block(each)),
    );
    this.plot = drawnChart(chart, plotWidth(this.place), 170, ...this.course(line));
  }

  // Plies, and for each seat that rolled how far it was ahead of the average by then.
  course(line) {
    const seats = this.content.seats;
    const ahead = new Map(seats.map((seat) => [seat.name, 0]));
    const plies = [];
    const columns = seats.map(() => []);
    for (const number of this.walk.path(line)) {
      const node = this.content.nodes[number];
      for (const roll of node.rolls ?? []) {
        if (
          (roll.kind ?? "dice") !== "dice" ||
          !ahead.has(roll.seat) ||
          !roll.result?.every(Number.isInteger)
        )
          continue;
        const expected = (roll.result.length * (1 + Number(roll.faces ?? 6))) / 2;
        ahead.set(
          roll.seat,
          ahead.get(roll.seat) + roll.result.reduce((sum, face) => sum + face, 0) - expected,
        );
      }
      plies.push(node.ply);
      seats.forEach((seat, at) => columns[at].push(ahead.get(seat.name)));
    }
    return [plies, columns, seats];
  }

  block(luck) {
    const seat = this.content.seats.find((each) => each.name === luck.seat);
    const card = block(seat?.title ?? "Nobody's dice");
    const table = element("table", "", "figures");
    const head = element("tr");
    for (const title of ["", "rolls", "expected", "got", "percentile"]) head.append(headed(title, "col"));
    table.append(
      head,
      this.row("all", luck),
      ...luck.purposes.map((purpose) => this.row(purpose.purpose.replaceAll("-", " "), purpose)),
    );
    const scroll = element("div", "", "wide");
    scroll.tabIndex = 0;
    scroll.setAttribute("role", "region");
    scroll.setAttribute("aria-label", `Luck of ${seat?.title ?? "nobody"}`);
    scroll.append(table);
    card.append(scroll, this.rarest("Most pips", luck.luckiest), this.rarest("Fewest pips", luck.unluckiest));
    return card;
  }

  row(title, figures) {
    const row = element("tr");
    row.append(headed(title, "row"));
    for (const figure of [figures.rolls, Math.round(figures.expected * 10) / 10, figures.got])
      row.append(element("td", String(figure)));
    const share = element("td", "", "share");
    const meter = element("span", "", "meter");
    meter.style.setProperty("--share", `${figures.percentile}%`);
    share.append(meter, String(figures.percentile));
    row.append(share);
    return row;
  }

  rarest(title, rolls) {
    const line = element("p", `${title}: `, "quiet");
    rolls.forEach((roll, number) => {
      const link = element("a", `${roll.result.join(" ")} at ply ${roll.ply}`);
      link.href = `#${this.line.name}@${roll.ply}`;
      line.append(number ? ", " : "", link);
    });
    return line;
  }
}

function headed(title, scope) {
  const cell = element("th", title);
  cell.scope = scope;
  return cell;
}
