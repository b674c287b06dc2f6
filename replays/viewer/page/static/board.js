// The board as SVG: layers from the bottom up, what changed, moves as arrows, and what lies on a space on pointing at it.

const SVG = "http://www.w3.org/2000/svg";

class Board {
  constructor(content, frame, card) {
    this.content = content;
    this.card = card;
    this.shown = new Map();
    this.groups = new Map();
    const board = content.board;
    this.svg = made("svg", {
      viewBox: `0 0 ${board.width} ${board.height}`,
      class: "board-drawing",
      role: "img",
      "font-weight": "500",
      "font-kerning": "none",
      "font-variant-ligatures": "none",
    });
    for (const name of board.layers) {
      const layer = made("g", { "data-layer": name });
      if (name === "static") layer.append(...document.getElementById("static-board").cloneNode(true).childNodes);
      this.svg.append(layer);
      this.groups.set(name, layer);
    }
    this.overlay = made("g", { class: "overlay", "pointer-events": "none" });
    this.targets = made("g", { class: "targets" });
    this.svg.append(this.overlay, this.targets);
    this.addTargets();
    frame.replaceChildren(this.svg);
    this.addZoom(frame);
  }

  addTargets() {
    this.content.places.forEach((place, number) => {
      if (place.x === null) return;
      const target = made("circle", { cx: place.x, cy: place.y, r: this.reach(), "data-place": number });
      target.addEventListener("pointerenter", () => this.tell(number, target));
      target.addEventListener("pointerleave", () => (this.card.hidden = true));
      target.addEventListener("click", () => this.tell(number, target));
      this.targets.append(target);
    });
  }

  reach() {
    return this.content.board.radius * (this.content.board.layers.includes("hexside") ? 0.86 : 1.5);
  }

  addZoom(frame) {
    this.zoom = Panzoom(this.svg, { minScale: 1, maxScale: 8, panOnlyWhenZoomed: true, contain: "outside", cursor: "grab" });
    const touch = () => (this.svg.style.touchAction = this.zoom.getScale() > 1 ? "none" : "pan-y");
    this.svg.addEventListener("panzoomchange", touch);
    touch();
    frame.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey && this.zoom.getScale() === 1 && event.deltaY > 0) return;
        this.zoom.zoomWithWheel(event);
      },
      { passive: false },
    );
  }

  // Shows a position; `node` is the batch that led to it, `before` the position before that.
  show(position, node, before) {
    this.position = position;
    for (const [unit] of this.shown) if (!position.units.has(unit)) this.drop(unit);
    for (const [unit, markup] of position.units) {
      if (this.shown.get(unit)?.markup !== markup) this.put(unit, markup);
    }
    this.svg.setAttribute("aria-label", `${this.content.title}, after ply ${node.ply}`);
    this.overlay.replaceChildren(...this.highlights(node, before), ...this.arrows(node, before));
    this.card.hidden = true;
  }

  put(unit, markup) {
    this.drop(unit);
    const key = this.content.units[unit];
    const layer = this.groups.get(key.split(":")[0]);
    const group = made("g", { "data-unit": key });
    group.innerHTML = this.content.markups[markup];
    const after = [...layer.children].find((other) => other.dataset.unit > key);
    layer.insertBefore(group, after ?? null);
    this.shown.set(unit, { markup, group });
  }

  drop(unit) {
    this.shown.get(unit)?.group.remove();
    this.shown.delete(unit);
  }

  highlights(node, before) {
    return [...changed(this.content, before, node)]
      .map((space) => this.content.places[space])
      .filter((place) => place && place.x !== null)
      .map((place) => made("circle", { cx: place.x, cy: place.y, r: this.reach() * 1.06, class: "changed" }));
  }

  arrows(node, before) {
    return moves(this.content, before, node).flatMap(([from, to, many]) => {
      const [start, end] = [this.content.places[from], this.content.places[to]];
      if (start.x === null || end.x === null) return [];
      const length = Math.hypot(end.x - start.x, end.y - start.y) || 1;
      const short = Math.min(length * 0.3, this.content.board.radius * 0.55) / length;
      const x = end.x - (end.x - start.x) * short;
      const y = end.y - (end.y - start.y) * short;
      const width = Math.min(7, 2.5 + many);
      const line = { x1: start.x, y1: start.y, x2: x, y2: y, "marker-end": "url(#arrowhead)" };
      return [
        made("line", { ...line, class: "move-rim", "stroke-width": width + 2.5, "marker-end": "none" }),
        made("line", { ...line, class: "move", "stroke-width": width }),
      ];
    });
  }

  // What lies on a space, and since when.
  tell(number, target) {
    const place = this.content.places[number];
    this.card.replaceChildren(...described(this.content, this.position, number));
    this.card.hidden = false;
    const box = target.getBoundingClientRect();
    const own = this.card.getBoundingClientRect();
    const left = Math.min(Math.max(8, box.left + box.width / 2 - own.width / 2), innerWidth - own.width - 8);
    const top = box.top - own.height - 8 > 0 ? box.top - own.height - 8 : box.bottom + 8;
    this.card.style.left = `${left + scrollX}px`;
    this.card.style.top = `${top + scrollY}px`;
    return place;
  }
}

function piecesOn(position, space) {
  return [...position.pieces].filter(([, piece]) => piece.space === space).map(([name, piece]) => ({ name, ...piece }));
}

function described(content, position, number) {
  const place = content.places[number];
  const owner = position.owners.get(number);
  const ground = [place.ground, owner >= 0 ? `held by ${content.sides[owner] ?? ""}` : ""].filter(Boolean).join("; ");
  const found = [element("strong", placeTitle(place)), element("div", ground, "quiet")];
  const list = element("ul");
  for (const piece of piecesOn(position, number)) {
    const item = element("li", content.descriptions[piece.words]);
    item.append(element("span", ` here since ply ${piece.since}`, "quiet"));
    list.append(item);
  }
  if (list.children.length) found.push(list);
  return found;
}

function placeTitle(place) {
  return place.title && place.title !== place.name ? `${place.title} (${place.name})` : place.title || place.name;
}

function made(tag, attributes) {
  const found = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) found.setAttribute(name, value);
  return found;
}

function element(tag, text = "", className = "") {
  const found = document.createElement(tag);
  if (text) found.textContent = text;
  if (className) found.className = className;
  return found;
}
