// Dice as dice, and draws as cards.

const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

function drawnRolls(content, node) {
  const titles = new Map(content.seats.map((seat) => [seat.name, seat.title]));
  return (node.rolls ?? []).map((roll) => {
    const row = element("div", "", roll.set_aside ? "roll set-aside" : "roll");
    const dice = element("span", "", "dice");
    if (roll.kind !== "draw") {
      for (const result of roll.result ?? [])
        dice.append(roll.faces === undefined || roll.faces === 6 ? die(result) : face(result));
    } else dice.append(element("span", "drawn", "quiet"));
    const who = roll.seat ? `${titles.get(roll.seat) ?? roll.seat}, ` : "";
    row.append(dice, element("span", `${who}${roll.title}${roll.set_aside ? " (set aside)" : ""}`));
    return row;
  });
}

function die(result) {
  if (!(result >= 1 && result <= 6)) return face(result);
  const svg = made("svg", { viewBox: "0 0 30 30", class: "die", role: "img", "aria-label": String(result) });
  svg.append(made("rect", { x: 1, y: 1, width: 28, height: 28, rx: 5 }));
  for (const pip of PIPS[result])
    svg.append(made("circle", { cx: 7.5 + (pip % 3) * 7.5, cy: 7.5 + Math.floor(pip / 3) * 7.5, r: 2.8 }));
  return svg;
}

function face(result) {
  return element("span", String(result), "die-number");
}
