// The page: where it stands (line, ply), and what shows that.

const DELAYS = { slow: 2400, normal: 1100, fast: 400, "very fast": 120 };
const ADDRESS_DELAY = 250; // ms: browsers refuse an address that is set many times a second

const by = (id) => document.getElementById(id);

class Page {
  constructor(content) {
    this.content = content;
    this.walk = new Walk(content);
    this.ply = 0;
    this.timer = null;
    this.board = new Board(content, by("board"), by("card"));
    if (!content.board.height) withoutBoard();
    this.log = new Log(content, by("log"));
    this.beside = new Beside(content, by("beside"));
    this.timeline = new Timeline(content, by("slider"), by("strip"), by("strip-turns"), (ply) =>
      this.go(ply),
    );
    this.lines = new Lines(content, by("lines"), by("undone"), (line) => this.switchTo(line));
    this.chart = new Chart(content, this.walk, by("chart"), by("measure"));
    this.luck = new LuckPanel(content, this.walk, by("luck"));
    this.comparison = new Comparison(content, this.walk, () => this.show({ silent: true }));
    this.panels = new Panels(content, () => this.fillPanels());
    if (content.board.legend) by("legend").append(drawnPart(content, content.board.legend));
    listenToControls(this);
    listenToKeys(this);
    addEventListener("hashchange", () => this.fromAddress());
    this.fromAddress();
  }

  get path() {
    return this.walk.path(this.line);
  }

  get last() {
    return this.path.length - 1;
  }

  get node() {
    return this.content.nodes[this.path[this.ply]];
  }

  // Going somewhere

  go(ply, { silent = false } = {}) {
    this.ply = Math.min(Math.max(0, ply), this.last);
    this.show({ silent });
    this.board.follow(by("boards-scroll"));
    this.toAddress();
  }

  show({ silent }) {
    const node = this.node;
    const before = this.ply ? this.walk.at(this.path[this.ply - 1]) : null;
    const position = this.walk.at(node.number);
    this.board.show(position, node, before);
    this.beside.show(position);
    this.log.show(node.number);
    const words = this.standing(node);
    this.timeline.show(this.ply, words);
    by("standing").textContent = words;
    by("awaited").textContent = position.result ?? position.awaited;
    by("awaited").classList.toggle("result", Boolean(position.result));
    by("told").replaceChildren(
      ...drawnTold(node),
      ...(this.content.notesOf.get(node.number) ?? []).map((note) => drawnNote(note, this.content)),
    );
    by("rolls").replaceChildren(...drawnRolls(this.content, node));
    const told = (node.told ?? []).map((each) => each.text);
    if (!silent)
      by("live").textContent = [`Ply ${this.ply}.`, told.join(" ") || words, position.result ?? ""].join(" ");
    by("ply").value = String(this.ply);
    for (const [id, at] of [
      ["first", 0],
      ["back", 0],
      ["forward", this.last],
      ["last", this.last],
    ])
      by(id).disabled = this.ply === at;
    this.comparison.show(this.line, this.ply, position);
    this.fillPanels();
  }

  standing(node) {
    const period = periodTitle(this.content.periods[node.period]);
    return `Ply ${this.ply} of ${this.last}: ${[period, node.impulse].filter(Boolean).join(", ")}`;
  }

  switchTo(line, ply = this.ply) {
    this.list(line);
    this.go(ply);
  }

  // Lists a line everywhere.
  list(line) {
    if (line === this.line) return;
    this.line = line;
    const notesAt = (number) => this.content.notesOf.get(number) ?? [];
    this.log.list(line, this.path, notesAt);
    this.timeline.list(this.path, (number) => this.content.notesOf.has(number));
    this.lines.show(line);
    by("jump").replaceChildren(...jumps(this.content, this.path, notesAt));
    by("line-name").textContent = line.name;
    this.charted = null;
  }

  // What costs something is drawn only where it is seen.
  fillPanels() {
    if (this.panels.isOpen("spaces-panel"))
      by("spaces").replaceChildren(listedBoard(this.content, this.walk.at(this.node.number)));
    if (this.panels.isOpen("chart-panel") && this.charted !== this.line)
      this.chart.list((this.charted = this.line));
    if (this.panels.isOpen("luck-panel")) this.luck.list(this.line);
  }

  battle(step) {
    for (let ply = this.ply + step; ply >= 0 && ply <= this.last; ply += step) {
      if ((this.content.nodes[this.path[ply]].marks ?? []).includes("battle")) return this.go(ply);
    }
    by("live").textContent = step > 0 ? "There is no later battle." : "There is no earlier battle.";
  }

  play(on = !this.timer) {
    clearInterval(this.timer);
    this.timer = null;
    if (on) {
      if (this.ply === this.last) this.go(0);
      const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
      const delay = calm ? DELAYS.slow : DELAYS[by("speed").value];
      // Nobody can listen to many plies a second; where it stops is told.
      const silent = delay < DELAYS.normal;
      this.timer = setInterval(
        () =>
          this.ply < this.last
            ? this.go(this.ply + 1, { silent: silent && this.ply + 1 < this.last })
            : this.play(false),
        delay,
      );
    }
    by("play").setAttribute("aria-pressed", String(on));
    by("play").setAttribute("aria-label", on ? "Pause" : "Play");
  }

  // Larger or smaller, with what changed still in view. What moves while it is measured is measured wrongly.
  zoom(how) {
    this.board.zoom[how]({ animate: false });
    this.board.follow(by("boards-scroll"));
  }

  // As wide as its column, or wholly in view.
  wholeBoard() {
    const whole = by("boards-scroll").classList.toggle("whole");
    by("zoom-reset").setAttribute("aria-pressed", String(whole));
    this.board.reset();
    this.board.follow(by("boards-scroll"));
  }

  toggleLight() {
    const root = document.documentElement;
    root.dataset.light = isDark() ? "light" : "dark";
    this.charted = this.luck.line = null;
    this.fillPanels();
  }

  // The address: #LINE@PLY or #LINE@BOOKMARK

  toAddress() {
    clearTimeout(this.addressing);
    this.addressing = setTimeout(() => {
      const address = `#${this.line.name}@${this.ply}`;
      try {
        if (location.hash !== address) history.replaceState(null, "", address);
      } catch {
        // Some browsers let a file's page keep no address; it is walked through all the same.
      }
    }, ADDRESS_DELAY);
  }

  fromAddress() {
    clearTimeout(this.addressing);
    const [name, at] = decoded(location.hash.slice(1) || (document.documentElement.dataset.address ?? "")).split("@");
    const lines = this.content.lines;
    const named = lines.find((each) => each.name === name);
    const line = named ?? this.line ?? lines.find((each) => each.current) ?? lines[0];
    this.list(line);
    const noted = this.content.notes.find(
      (note) => note.bookmark && note.bookmark === at && this.path.includes(note.node),
    );
    const ply = /^\d+$/.test(at ?? "")
      ? Number(at)
      : noted
        ? this.content.nodes[noted.node].ply
        : named
          ? this.last
          : 0;
    this.go(ply, { silent: true });
  }
}

// A game without spaces has its hands and tracks where others have their board.
function withoutBoard() {
  document.documentElement.classList.add("without-board");
  by("boards-scroll").append(by("beside"));
  by("beside").removeAttribute("tabindex");
  by("boards-scroll").setAttribute("aria-label", "Tracks and hands");
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray % in an address typed by hand
  }
}

function isDark() {
  const chosen = document.documentElement.dataset.light;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

// The turns of a line, each where it begins, and its bookmarks.
function jumps(content, path, notesAt) {
  const found = [new Option("Jump to …", "")];
  let turn = null;
  path.forEach((number, ply) => {
    const period = content.periods[content.nodes[number].period];
    // A batch stands under the turn in which it was begun: the turn itself begins after the one before.
    if (period.turn !== turn && period.turn)
      found.push(new Option(period.turn_title || `Turn ${period.turn}`, String(Math.max(0, ply - 1))));
    turn = period.turn;
    for (const note of notesAt(number))
      if (note.bookmark) found.push(new Option(`⚑ ${note.bookmark}`, String(ply)));
  });
  return found;
}

document.documentElement.classList.add("with-script");
load()
  .then((content) => {
    window.replay = new Page(content);
    by("loading").hidden = true;
  })
  .catch((error) => {
    document.documentElement.classList.remove("with-script");
    by("failed").textContent =
      `The replay cannot be shown by this browser (${error.message}); the report below can.`;
    by("failed").hidden = false;
  });
