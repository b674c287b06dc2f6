// Buttons, fields, keys and tabs.

const SCROLLED = ".panel, #log, #differences, .wide";

function listenToControls(page) {
  const act = {
    first: () => page.go(0),
    back: () => page.go(page.ply - 1),
    forward: () => page.go(page.ply + 1),
    last: () => page.go(page.last),
    play: () => page.play(),
    "previous-battle": () => page.battle(-1),
    "next-battle": () => page.battle(1),
    "zoom-in": () => page.zoom("zoomIn"),
    "zoom-out": () => page.zoom("zoomOut"),
    "zoom-reset": () => page.wholeBoard(),
    light: () => page.toggleLight(),
  };
  for (const [id, action] of Object.entries(act)) by(id).addEventListener("click", action);
  const battles = page.content.nodes.some((node) => (node.marks ?? []).includes("battle"));
  for (const id of ["previous-battle", "next-battle"]) by(id).hidden = !battles;
  by("speed").addEventListener("change", () => page.timer && page.play(true));
  by("jump").addEventListener("change", (event) => {
    if (event.target.value !== "") page.go(Number(event.target.value));
    event.target.value = "";
  });
  by("ply").addEventListener("change", (event) => page.go(Math.trunc(Number(event.target.value)) || 0));
}

// A single letter may be a command of somebody's own tools: those keys can be turned off.
function listenToKeys(page) {
  const keys = {
    ArrowLeft: () => page.go(page.ply - 1),
    ArrowRight: () => page.go(page.ply + 1),
    Home: () => page.go(0),
    End: () => page.go(page.last),
    PageUp: () => page.go(page.ply - 10),
    PageDown: () => page.go(page.ply + 10),
    Escape: () => (by("card").hidden = true),
    " ": () => page.play(),
    b: () => page.battle(1),
    B: () => page.battle(-1),
    "+": () => page.zoom("zoomIn"),
    "-": () => page.zoom("zoomOut"),
    0: () => page.wholeBoard(),
  };
  addEventListener("keydown", (event) => {
    const target = event.target;
    if (event.altKey || event.ctrlKey || event.metaKey || !keys[event.key]) return;
    if (event.key !== "Escape" && !by("keys").checked) return;
    const writing =
      /^(SELECT|TEXTAREA)$/.test(target.tagName) ||
      (target.tagName === "INPUT" && target.type !== "checkbox");
    if (writing && event.key !== "Escape") return;
    // What is pressed by a space, or scrolled by a key, goes on being so.
    if (event.key === " " && target.closest(`button, a, summary, input, ${SCROLLED}`)) return;
    if (/^(Page|Home|End)/.test(event.key) && target.closest(SCROLLED)) return;
    event.preventDefault();
    keys[event.key]();
  });
}

class Panels {
  constructor(content, opened) {
    this.tabs = [...document.querySelectorAll("[role=tab]")];
    this.opened = opened;
    by("beside-tab").hidden = !content.board.height;
    by("legend-tab").hidden = !content.board.legend;
    by("spaces-tab").hidden = !content.places.length;
    by("chart-tab").hidden = !by("measure").options.length;
    for (const tab of this.tabs) {
      tab.addEventListener("click", () => this.open(tab));
      tab.addEventListener("keydown", (event) => this.key(event, tab));
    }
  }

  isOpen(panel) {
    return !by(panel).hidden;
  }

  open(tab) {
    for (const each of this.tabs) {
      const chosen = each === tab;
      each.setAttribute("aria-selected", String(chosen));
      each.tabIndex = chosen ? 0 : -1;
      by(each.getAttribute("aria-controls")).hidden = !chosen;
    }
    this.opened();
  }

  key(event, tab) {
    const tabs = this.tabs.filter((each) => !each.hidden);
    const at = tabs.indexOf(tab);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (next === undefined) return;
    event.stopPropagation();
    event.preventDefault();
    const chosen = tabs[(next + tabs.length) % tabs.length];
    chosen.focus();
    this.open(chosen);
  }
}
