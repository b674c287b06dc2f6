// The page: where it stands (line, ply), its controls, keys and address.

const DELAYS = { slow: 2400, normal: 1100, fast: 400, "very fast": 120 };

class Page {
  constructor(content) {
    this.content = content;
    this.walk = new Walk(content);
    this.line = content.lines.find((line) => line.current) ?? content.lines[0];
    this.ply = 0;
    this.timer = null;
    const by = (id) => document.getElementById(id);
    this.by = by;
    this.board = new Board(content, by("board"), by("card"));
    by("boards-scroll").classList.toggle("without-board", !content.board.height);
    this.log = new Log(content, by("log"));
    this.beside = new Beside(content, by("beside"));
    this.timeline = new Timeline(content, by("slider"), by("strip"), by("strip-turns"), (ply) => this.go(ply));
    this.lines = new Lines(content, by("lines"), by("undone"), (line) => this.switchTo(line));
    this.chart = new Chart(content, this.walk, by("chart"), by("measure"));
    if (content.board.legend) by("legend").append(drawnTray(content, content.board.legend));
    this.listen();
    this.list();
    this.fromAddress();
  }

  get path() {
    return this.walk.path(this.line);
  }

  get last() {
    return this.path.length - 1;
  }

  notesAt(number) {
    return this.content.notes.filter((note) => note.node === number);
  }

  // Going somewhere

  go(ply, { silent = false } = {}) {
    this.ply = Math.min(Math.max(0, ply), this.last);
    const node = this.content.nodes[this.path[this.ply]];
    const before = this.ply ? copied(this.walk.at(this.path[this.ply - 1])) : null;
    const position = this.walk.at(node.number);
    this.board.show(position, node, before);
    this.beside.show(position);
    this.log.show(node.number);
    const words = this.standing(node, position);
    this.timeline.show(this.ply, words);
    this.by("standing").textContent = words;
    this.by("awaited").textContent = position.result ?? position.awaited;
    this.by("awaited").classList.toggle("result", Boolean(position.result));
    const told = (node.told ?? []).map((each) => each.text);
    this.by("told").replaceChildren(...told.map((text) => element("p", text)), ...this.notesAt(node.number).map(drawnNote));
    this.by("rolls").replaceChildren(...drawnRolls(this.content, node));
    if (!silent) this.by("live").textContent = `Ply ${this.ply}. ${told.join(" ") || words}`;
    this.by("ply").value = String(this.ply);
    for (const [id, at] of [["first", 0], ["back", 0], ["forward", this.last], ["last", this.last]]) this.by(id).disabled = this.ply === at;
    if (!this.by("spaces-panel").hidden) this.listSpaces(position);
    this.compareNow(position);
    this.toAddress();
  }

  standing(node, position) {
    const period = periodTitle(this.content.periods[node.period]);
    return `Ply ${this.ply} of ${this.last}: ${[period, node.impulse].filter(Boolean).join(", ")}`;
  }

  switchTo(line, ply = this.ply) {
    this.line = line;
    this.list();
    this.go(ply);
  }

  list() {
    const noted = (number) => this.content.notes.some((note) => note.node === number);
    this.log.list(this.line, this.path, (number) => this.notesAt(number));
    this.timeline.list(this.path, noted);
    this.lines.show(this.line);
    this.listJumps();
    this.chart.list(this.line);
    this.by("line-name").textContent = this.line.name;
  }

  listJumps() {
    const jump = this.by("jump");
    jump.replaceChildren(new Option("Jump to …", ""));
    let turn = null;
    this.path.forEach((number, ply) => {
      const period = this.content.periods[this.content.nodes[number].period];
      if (period.turn !== turn && period.turn) jump.append(new Option(period.turn_title || `Turn ${period.turn}`, String(Math.max(0, ply - 1))));
      turn = period.turn;
      for (const note of this.notesAt(number)) if (note.bookmark) jump.append(new Option(`⚑ ${note.bookmark}`, String(ply)));
    });
  }

  battle(step) {
    for (let ply = this.ply + step; ply >= 0 && ply <= this.last; ply += step) {
      if ((this.content.nodes[this.path[ply]].marks ?? []).includes("battle")) return this.go(ply);
    }
    this.by("live").textContent = step > 0 ? "There is no later battle." : "There is no earlier battle.";
  }

  play(on = !this.timer) {
    clearInterval(this.timer);
    this.timer = null;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (on) {
      if (this.ply === this.last) this.go(0);
      this.timer = setInterval(() => (this.ply < this.last ? this.go(this.ply + 1) : this.play(false)), still ? 2400 : DELAYS[this.by("speed").value]);
    }
    this.by("play").setAttribute("aria-pressed", String(on));
    this.by("play").setAttribute("aria-label", on ? "Pause" : "Play");
  }

  // As wide as its column, or wholly in view.
  wholeBoard() {
    this.board.zoom.reset({ animate: false });
    const whole = this.by("boards-scroll").classList.toggle("whole");
    this.by("zoom-reset").setAttribute("aria-pressed", String(whole));
  }

  // Comparing

  compareNow(position) {
    const name = this.by("compare").value;
    this.by("comparison").hidden = !name;
    if (!name) return;
    const other = this.content.lines.find((line) => line.name === name);
    const path = this.walk.path(other);
    const ply = Math.min(this.ply, path.length - 1);
    const node = this.content.nodes[path[ply]];
    const kept = copied(position);
    const before = ply ? copied(this.walk.at(path[ply - 1])) : null;
    const second = copied(this.walk.at(node.number));
    this.second ??= new Board(this.content, this.by("second-board"), this.by("card"));
    this.second.show(second, node, before);
    this.walk.last = kept;
    const parted = parting(this.walk, this.line, other);
    const found = differences(this.content, kept, second);
    this.by("second-title").textContent = `${other.name}, ply ${ply}`;
    this.by("parted").textContent = `${this.line.name} and ${other.name} are one until ply ${parted}. ${found.length ? `${this.line.name} | ${other.name}:` : "Here they are alike."}`;
    this.by("differences").replaceChildren(...found.map((text) => element("li", text)));
  }

  listSpaces(position) {
    this.by("spaces").replaceChildren(listedBoard(this.content, position));
  }

  // The address: #LINE@PLY

  toAddress() {
    const address = `#${this.line.name}@${this.ply}`;
    if (location.hash !== address) history.replaceState(null, "", address);
  }

  fromAddress() {
    const [name, at] = decodeURIComponent(location.hash.slice(1)).split("@");
    const line = this.content.lines.find((each) => each.name === name);
    if (line) this.line = line;
    if (line) this.list();
    const noted = this.content.notes.find((note) => note.bookmark === at);
    const ply = /^\d+$/.test(at ?? "") ? Number(at) : noted ? this.content.nodes[noted.node].ply : line ? this.last : 0;
    this.go(ply, { silent: true });
  }

  listen() {
    const act = {
      first: () => this.go(0),
      back: () => this.go(this.ply - 1),
      forward: () => this.go(this.ply + 1),
      last: () => this.go(this.last),
      play: () => this.play(),
      "previous-battle": () => this.battle(-1),
      "next-battle": () => this.battle(1),
      "zoom-in": () => this.board.zoom.zoomIn(),
      "zoom-out": () => this.board.zoom.zoomOut(),
      "zoom-reset": () => this.wholeBoard(),
    };
    for (const [id, action] of Object.entries(act)) this.by(id).addEventListener("click", action);
    this.by("speed").addEventListener("change", () => this.timer && this.play(true));
    this.by("jump").addEventListener("change", (event) => {
      if (event.target.value !== "") this.go(Number(event.target.value));
      event.target.value = "";
    });
    this.by("ply").addEventListener("change", (event) => this.go(Number(event.target.value) || 0));
    this.listenToPanels();
    addEventListener("hashchange", () => this.fromAddress());
    addEventListener("keydown", (event) => this.key(event));
    this.by("light").addEventListener("click", () => toggleLight());
  }

  listenToPanels() {
    for (const tab of document.querySelectorAll("[role=tab]")) {
      tab.addEventListener("click", () => this.open(tab));
      tab.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        event.stopPropagation();
        const tabs = [...document.querySelectorAll("[role=tab]")];
        const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
        next.focus();
        this.open(next);
      });
    }
    const compare = this.by("compare");
    for (const line of this.content.lines) compare.append(new Option(line.name, line.name));
    this.by("compare-choice").hidden = this.content.lines.length < 2;
    compare.addEventListener("change", () => this.go(this.ply, { silent: true }));
  }

  open(tab) {
    for (const each of document.querySelectorAll("[role=tab]")) {
      const chosen = each === tab;
      each.setAttribute("aria-selected", String(chosen));
      each.tabIndex = chosen ? 0 : -1;
      document.getElementById(each.getAttribute("aria-controls")).hidden = !chosen;
    }
    this.listSpaces(this.walk.at(this.path[this.ply]));
    this.chart.list(this.line);
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    // What scrolls goes on scrolling by these.
    if (/^(Page|Home|End)/.test(event.key) && event.target.closest(".panel, [role=region]")) return;
    const step = {
      ArrowLeft: () => this.go(this.ply - 1),
      ArrowRight: () => this.go(this.ply + 1),
      Home: () => this.go(0),
      End: () => this.go(this.last),
      PageUp: () => this.go(this.ply - 10),
      PageDown: () => this.go(this.ply + 10),
      b: () => this.battle(1),
      B: () => this.battle(-1),
      "+": () => this.board.zoom.zoomIn(),
      "-": () => this.board.zoom.zoomOut(),
      0: () => this.wholeBoard(),
      Escape: () => (this.by("card").hidden = true),
    }[event.key];
    const space = event.key === " " && event.target.tagName !== "BUTTON" && event.target.tagName !== "A";
    if (!step && !space) return;
    event.preventDefault();
    if (space) this.play();
    else step();
  }
}

function toggleLight() {
  const root = document.documentElement;
  const dark = root.dataset.light ? root.dataset.light === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.light = dark ? "light" : "dark";
}

document.documentElement.classList.add("with-script");
load()
  .then((content) => {
    window.replay = new Page(content);
    document.getElementById("loading").hidden = true;
  })
  .catch((error) => {
    document.documentElement.classList.remove("with-script");
    document.getElementById("loading").textContent = `The replay cannot be shown by this browser (${error.message}); the report below can.`;
  });
