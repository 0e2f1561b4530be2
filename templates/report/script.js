"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const make = (name, attributes = {}, ...children) => {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
  };
  const number = (value) => (value === null ? "-" : value.toLocaleString("en"));
  const percent = (value) => (value === null ? "-" : `${Math.round(100 * value)} %`);
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  document.getElementById("span").textContent = data.span;
  for (const [label, value, note] of data.figures)
    document.getElementById("figures").append(
      make("div", {}, make("dt", {}, label), make("dd", {}, value, " ", make("small", {}, note))));

  // Charts. Each has a name, a sentence that says what is in it, and its numbers as a table.
  const drawn = [];
  const short = (id) => {
    const text = id.replace(/-\d{4}-\d{2}-\d{2}-/, ": ");
    return text.length > 34 ? `${text.slice(0, 33)}\u2026` : text;
  };
  const dashes = [[], [6, 3], [2, 2], [8, 3, 2, 3]];
  const options = (chart) => ({
    responsive: true, maintainAspectRatio: false, animation: false, locale: "en",
    indexAxis: chart.sideways ? "y" : "x",
    interaction: { mode: "index", intersect: false, axis: chart.sideways ? "y" : "x" },
    plugins: { legend: { display: chart.series.length > 1, labels: { color: colour("--text") } } },
    scales: Object.fromEntries(["x", "y"].map((axis) => [axis, {
      stacked: Boolean(chart.stacked), ticks: { color: colour("--soft"), maxRotation: 0, autoSkip: !(chart.sideways && axis === "y"), font: { size: 11 },
        ...(chart.sideways && axis === "y" ? { callback(value) { return short(this.getLabelForValue(value)); } } : {}) },
      grid: { color: colour("--line") }, beginAtZero: true,
      ...(chart.percent && axis === "y" ? { min: 0, max: 100 } : {}),
    }])),
  });
  const draw = (canvas, chart) => new Chart(canvas, {
    type: chart.kind,
    data: {
      labels: chart.labels,
      datasets: chart.series.map((one, at) => ({
        label: one.name, data: one.values, spanGaps: true, pointRadius: 0, borderWidth: 2,
        borderColor: colour(`--c${one.colour}`), backgroundColor: colour(`--c${one.colour}`) + (chart.kind === "line" ? "33" : ""),
        borderDash: chart.kind === "line" ? dashes[at] : [], fill: one.fill ?? false,
      })),
    },
    options: options(chart),
  });
  const asTable = (chart) => make("details", {}, make("summary", {}, "The numbers"), make("div", { tabindex: "0" },
    make("table", {}, make("thead", {}, make("tr", {}, ...["", ...chart.series.map((one) => one.name)].map((head) => make("th", { scope: "col" }, head)))),
      make("tbody", {}, ...chart.labels.map((label, at) => make("tr", {}, make("th", { scope: "row" }, label),
        ...chart.series.map((one) => make("td", {}, number(one.values[at])))))))));
  for (const [at, chart] of data.charts.entries()) {
    const canvas = make("canvas", { role: "img", "aria-label": `${chart.title}. ${chart.says}` });
    const box = make("div", { class: "canvas" }, canvas);
    if (chart.sideways) box.style.height = `${Math.max(8, 3 + 1.5 * chart.labels.length)}rem`;
    document.getElementById("charts").append(make("figure", { "aria-labelledby": `chart-${at}` },
      make("h2", { id: `chart-${at}` }, chart.title), box, make("p", {}, chart.says), asTable(chart)));
    drawn.push({ canvas, chart, now: draw(canvas, chart) });
  }
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    for (const one of drawn) { one.now.destroy(); one.now = draw(one.canvas, one.chart); }
  });

  // The table: sorts by its heads, filters by words, domain and state; each pattern opens its history.
  const columns = [
    ["id", "Pattern"], ["domain", "Domain"], ["state", "State"], ["severity", "Severity"], ["warnings", "Warnings"],
    ["sessions", "Sessions"], ["saves", "Saves"], ["alarms", "False alarms"], ["share", "Helped"], ["held", "Held back"], ["last", "Last warning"],
  ];
  const severities = ["low", "med", "high"];
  const numeric = new Set(["warnings", "sessions", "saves", "alarms", "share", "held"]);
  let by = "warnings", down = true;
  const heads = document.getElementById("heads");
  for (const [key, label] of columns) {
    const button = make("button", { type: "button" }, label);
    button.addEventListener("click", () => { down = by === key ? !down : numeric.has(key); by = key; show(); });
    heads.append(make("th", { scope: "col", "data-key": key, ...(numeric.has(key) ? { class: "number" } : {}) }, button));
  }
  const choose = (id, key) => {
    const select = document.getElementById(id);
    for (const value of [...new Set(data.patterns.map((one) => one[key]))].sort()) select.append(make("option", { value }, value));
    select.addEventListener("change", show);
    return select;
  };
  const filter = document.getElementById("filter");
  const domain = choose("domain", "domain"), state = choose("state", "state");
  filter.addEventListener("input", show);
  const rank = (one) => (by === "severity" ? severities.indexOf(one.severity) : one[by]);
  const compare = (a, b) => {
    const [one, two] = [rank(a), rank(b)];
    if (one === two) return a.id < b.id ? -1 : 1;
    if (one === null || one === "") return 1;
    if (two === null || two === "") return -1;
    return (one < two ? -1 : 1) * (down ? -1 : 1);
  };
  function show() {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const kept = data.patterns.filter((one) => (!domain.value || one.domain === domain.value) && (!state.value || one.state === state.value)
      && words.every((word) => `${one.id} ${one.name} ${one.domain}`.toLowerCase().includes(word))).sort(compare);
    for (const head of heads.children) {
      const mine = head.dataset.key === by;
      head.setAttribute("aria-sort", mine ? (down ? "descending" : "ascending") : "none");
      head.firstChild.textContent = columns.find(([key]) => key === head.dataset.key)[1] + (mine ? (down ? " \u25be" : " \u25b4") : "");
    }
    document.getElementById("rows").replaceChildren(...kept.map(row));
    document.getElementById("count").textContent = `${kept.length} of ${data.patterns.length} patterns`;
  }
  const cell = (one, key) => {
    if (key === "state") return make("td", {}, make("span", { class: `state ${one.state}` }, one.state));
    if (key === "share") return make("td", { class: "number whole" }, one.share === null ? "-" : `${percent(one.share)} (${percent(one.low)} to ${percent(one.high)})`);
    return numeric.has(key) ? make("td", { class: "number" }, number(one[key])) : make("td", {}, String(one[key]));
  };
  function row(one) {
    const button = make("button", { type: "button", "aria-expanded": "false" }, one.id);
    const line = make("tr", {}, make("th", { scope: "row" }, button, make("small", {}, one.name)), ...columns.slice(1).map(([key]) => cell(one, key)));
    let open = null;
    button.addEventListener("click", () => {
      button.setAttribute("aria-expanded", String(!open));
      if (open) { open.remove(); open = null; return; }
      open = history(one);
      line.after(open);
    });
    return line;
  }
  function history(one) {
    const told = make("ol", {}, ...one.events.map(([day, what]) => make("li", {}, `${day}  ${what}`)));
    const canvas = make("canvas", { role: "img", "aria-label": `Warnings of ${one.id} by week: ${one.weeks.join(", ")}` });
    const cellOf = make("td", { colspan: String(columns.length) }, make("div", { class: "canvas" }, canvas), one.events.length ? told : "Nothing was said of it yet.");
    requestAnimationFrame(() => draw(canvas, { kind: "bar", labels: data.weeks, series: [{ name: "warnings", values: one.weeks, colour: 1 }] }));
    return make("tr", { class: "history" }, cellOf);
  }
  show();
})();
