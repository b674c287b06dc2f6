// The board as SVG: layers from the bottom up, and what lies on a space to who points at it.

const SVG = "http://www.w3.org/2000/svg";
const HOVER_LEFT = 220; // ms until a card that was left is gone, so that one can go over to it

class Board {
  constructor(content, frame, card) {
    Object.assign(this, { content, frame, card });
    this.shown = new Map();
    this.layers = new Map();
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
      const group = made("g", { "data-layer": name });
      if (name === "static")
        group.append(...document.getElementById("static-board").cloneNode(true).childNodes);
      this.svg.append(group);
      this.layers.set(name, { group, ranks: [] });
    }
    this.overlay = made("g", { class: "overlay", "pointer-events": "none" });
    this.targets = made("g", { class: "targets" });
    this.svg.append(this.overlay, this.targets);
    this.addTargets();
    frame.replaceChildren(this.svg);
    this.addZoom();
  }

  addTargets() {
    this.content.places.forEach((place, number) => {
      if (place.x === null) return;
      const target = made("circle", {
        cx: place.x,
        cy: place.y,
        r: reach(this.content),
        "data-place": number,
      });
      target.addEventListener("pointerenter", () => this.tell(number, target));
      target.addEventListener("pointerleave", () => this.leave());
      target.addEventListener("click", () => this.tell(number, target));
      this.targets.append(target);
    });
    this.card.addEventListener("pointerenter", () => clearTimeout(this.card.leaving));
    this.card.addEventListener("pointerleave", () => this.leave());
  }

  addZoom() {
    this.zoom = Panzoom(this.svg, {
      minScale: 1,
      maxScale: 8,
      panOnlyWhenZoomed: true,
      contain: "outside",
      cursor: "grab",
    });
    const touch = () => (this.svg.style.touchAction = this.enlarged() ? "none" : "pan-x pan-y");
    this.svg.addEventListener("panzoomchange", touch);
    touch();
    // A wheel scrolls the page until the board has been enlarged; with Ctrl it always zooms.
    const wheel = (event) => (event.ctrlKey || this.enlarged() ? this.zoom.zoomWithWheel(event) : null);
    this.frame.addEventListener("wheel", wheel, { passive: false });
  }

  enlarged() {
    return this.zoom.getScale() > 1.01; // it is reckoned, and seldom 1 to the last digit
  }

  // As it was before anybody enlarged it.
  reset() {
    this.zoom.zoom(1, { force: true, animate: false });
    this.zoom.pan(0, 0, { force: true, animate: false });
  }

  // Shows a position; `node` is the batch that led to it, `before` the position before that.
  show(position, node, before) {
    this.position = position;
    for (const [unit] of this.shown) if (!position.units.has(unit)) this.drop(unit);
    for (const [unit, markup] of position.units) {
      if (this.shown.get(unit)?.markup !== markup) this.put(unit, markup);
    }
    this.svg.setAttribute("aria-label", `${this.content.title}, after ply ${node.ply}`);
    this.overlay.replaceChildren(...drawnOver(this.content, node, before));
    this.card.hidden = true;
  }

  put(unit, markup) {
    const found = this.shown.get(unit) ?? this.added(unit);
    found.group.innerHTML = this.content.markups[markup];
    found.markup = markup;
  }

  // A group for a unit, where its rank puts it in its layer.
  added(unit) {
    const key = this.content.units[unit];
    const { group: layer, ranks } = this.layers.get(key.split(":")[0]);
    const rank = this.content.rankOf[unit];
    const at = placeAmong(ranks, rank);
    const group = made("g", { "data-unit": key });
    layer.insertBefore(group, layer.children[at] ?? null);
    ranks.splice(at, 0, rank);
    const found = { group, markup: -1 };
    this.shown.set(unit, found);
    return found;
  }

  drop(unit) {
    const { ranks } = this.layers.get(this.content.units[unit].split(":")[0]);
    ranks.splice(placeAmong(ranks, this.content.rankOf[unit]), 1);
    this.shown.get(unit).group.remove();
    this.shown.delete(unit);
  }

  // Brings what changed into view, where only a part of the board is seen; once the board is where it is to be.
  follow(scroll) {
    cancelAnimationFrame(this.following);
    this.following = requestAnimationFrame(() => this.bringIntoView(scroll));
  }

  bringIntoView(scroll) {
    const box = this.overlay.getBoundingClientRect();
    const view = scroll.getBoundingClientRect();
    if (!box.width || !view.height) return;
    const [high, wide] = [
      outside(box.top, box.bottom, view.top, view.bottom),
      outside(box.left, box.right, view.left, view.right),
    ];
    if (!high && !wide) return;
    const scale = this.zoom.getScale();
    if (this.enlarged()) this.zoom.pan(-wide / scale, -high / scale, { relative: true });
    else if (scroll.scrollHeight > scroll.clientHeight) scroll.scrollTop += high;
  }

  // What lies on a space, and since when.
  tell(number, target) {
    clearTimeout(this.card.leaving);
    this.card.replaceChildren(...described(this.content, this.position, number));
    this.card.hidden = false;
    const box = target.getBoundingClientRect();
    const own = this.card.getBoundingClientRect();
    const left = Math.min(Math.max(8, box.left + box.width / 2 - own.width / 2), innerWidth - own.width - 8);
    const top = box.top - own.height - 4 > 0 ? box.top - own.height - 4 : box.bottom + 4;
    this.card.style.left = `${left + scrollX}px`;
    this.card.style.top = `${top + scrollY}px`;
  }

  leave() {
    clearTimeout(this.card.leaving);
    this.card.leaving = setTimeout(() => (this.card.hidden = true), HOVER_LEFT);
  }
}

// How far a stretch must be moved so that it lies in the middle of a view; 0 where it lies in it already.
function outside(from, to, start, end) {
  return from >= start && to <= end ? 0 : (from + to - start - end) / 2;
}

function placeAmong(ranks, rank) {
  let [low, high] = [0, ranks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranks[middle] < rank) low = middle + 1;
    else high = middle;
  }
  return low;
}

function piecesOn(position, space) {
  return [...position.pieces]
    .filter(([, piece]) => piece.space === space)
    .map(([name, piece]) => ({ name, ...piece }));
}

function described(content, position, number) {
  const place = content.places[number];
  const owner = position.owners.get(number);
  const ground = [place.ground, owner >= 0 ? `held by ${content.sides[owner] ?? ""}` : ""]
    .filter(Boolean)
    .join("; ");
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
  return place.title && place.title !== place.name
    ? `${place.title} (${place.name})`
    : place.title || place.name;
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
