// What stands beside the board: tracks, hands, panels, boxes off the map, the legend, and the board as a list.

class Beside {
  constructor(content, place) {
    this.content = content;
    this.place = place;
    this.shown = null;
  }

  show(position) {
    if (this.shown === position.beside) return;
    this.shown = position.beside;
    const beside = this.content.besides[position.beside];
    if (!beside) return this.place.replaceChildren();
    const titles = new Map(this.content.seats.map((seat) => [seat.name, seat.title]));
    this.place.replaceChildren(
      ...beside.tracks.map((track) => this.track(track, titles)),
      ...beside.hands.map((hand) => this.hand(hand, titles)),
      ...beside.panels.map((panel) => this.panel(panel)),
      ...beside.trays.map((tray) => drawnTray(this.content, tray)),
    );
  }

  track(track, titles) {
    const card = block(track.title);
    const table = element("ol", "", "track");
    track.cells.forEach((cell, number) => {
      const item = element("li", cell);
      const standing = (track.at ?? [])
        .filter(([, at]) => at === number)
        .map(([who]) => titles.get(who) ?? who);
      if (standing.length) {
        item.classList.add("stood-on");
        item.append(element("span", standing.filter(Boolean).join(", ") || "here", "who"));
      }
      table.append(item);
    });
    card.append(table);
    return card;
  }

  hand(hand, titles) {
    const card = block(
      `${hand.title || titles.get(hand.seat) || hand.seat}: ${counted(hand.cards.length, "card")}`,
    );
    const list = element("ul", "", "hand");
    for (const name of hand.cards) list.append(element("li", name));
    card.append(list);
    return card;
  }

  panel(panel) {
    const card = block(panel.title);
    for (const line of panel.lines) card.append(element("div", line));
    return card;
  }
}

function counted(many, thing) {
  return `${many} ${thing}${many === 1 ? "" : "s"}`;
}

function block(title) {
  const card = element("section", "", "block");
  card.append(element("h2", title));
  return card;
}

function drawnTray(content, tray) {
  const card = block(tray.title);
  card.append(drawnPart(content, tray));
  return card;
}

function drawnPart(content, tray) {
  const svg = made("svg", {
    viewBox: `0 0 ${tray.width} ${tray.height}`,
    width: tray.width,
    role: "img",
    "aria-label": tray.title,
    class: "tray",
    "font-weight": "500",
  });
  svg.innerHTML = content.markups[tray.markup];
  return svg;
}

// The board for who does not see it: each space with anything on it.
function listedBoard(content, position) {
  const on = new Map();
  for (const [, piece] of position.pieces) on.set(piece.space, [...(on.get(piece.space) ?? []), piece]);
  const list = element("ul", "", "spaces");
  content.places.forEach((place, number) => {
    if (!on.has(number)) return;
    const item = element("li");
    item.append(element("strong", placeTitle(place)));
    const owner = position.owners.get(number);
    const words = on
      .get(number)
      .map((piece) => `${content.descriptions[piece.words]} (since ply ${piece.since})`);
    item.append(`: ${owner >= 0 ? `held by ${content.sides[owner]}; ` : ""}${words.join("; ")}`);
    list.append(item);
  });
  return list;
}
