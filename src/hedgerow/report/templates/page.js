"use strict";
(() => {
  // Tabs: arrow keys move, Home and End jump; the address keeps the open one.
  const tabs = [...document.querySelectorAll('[role="tab"]')];
  const open = (tab, focus) => {
    for (const each of tabs) {
      const chosen = each === tab;
      each.setAttribute("aria-selected", String(chosen));
      each.tabIndex = chosen ? 0 : -1;
      document.getElementById(each.getAttribute("aria-controls")).classList.toggle("closed", !chosen);
    }
    if (focus) {
      tab.focus();
    }
  };
  tabs.forEach((tab, place) => {
    tab.addEventListener("click", () => {
      open(tab, false);
      history.replaceState(null, "", "#" + tab.dataset.name);
    });
    tab.addEventListener("keydown", (event) => {
      const moves = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: tabs.length - 1 };
      if (event.key in moves) {
        event.preventDefault();
        open(tabs[(moves[event.key] + tabs.length) % tabs.length], true);
      }
    });
  });
  open(tabs.find((tab) => "#" + tab.dataset.name === location.hash) || tabs[0], false);

  // Filters of long tables: rows whose first cell does not hold the text are hidden.
  for (const input of document.querySelectorAll("input[data-filter]")) {
    const rows = [...document.querySelectorAll("#" + input.dataset.filter + " tbody tr")];
    input.addEventListener("input", () => {
      const wanted = input.value.toLowerCase();
      for (const row of rows) {
        row.hidden = !row.cells[0].textContent.toLowerCase().includes(wanted);
      }
    });
  }

  // Single rows: pick one, sort them by a feature. All text from the data is set as text, never as markup.
  const data = JSON.parse(document.getElementById("rows-data").textContent);
  const body = document.querySelector("#row-bars tbody");
  if (!body) {
    return;
  }
  const picker = document.getElementById("row-picker");
  const sorter = document.getElementById("row-sorter");
  const facts = document.getElementById("row-facts");
  const write = (value) =>
    value === null ? "–" : typeof value === "number" ? String(Number(value.toPrecision(3))) : value;
  const largest = Math.max(1e-12, ...data.rows.flatMap((row) => row.values.map(Math.abs)));
  const shape = (name, attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) {
      made.setAttribute(key, value);
    }
    return made;
  };
  const drawBar = (value) => {
    const strip = shape("svg", { class: "strip", "aria-hidden": "true" });
    const width = (50 * Math.abs(value)) / largest;
    strip.append(shape("line", { class: "zero", x1: "50%", x2: "50%", y1: 0, y2: 18 }));
    const kind = value < 0 ? "bar minus" : "bar";
    strip.append(shape("rect", { class: kind, x: (value < 0 ? 50 - width : 50) + "%", y: 4, width: width + "%", height: 10 }));
    return strip;
  };
  const show = (row) => {
    facts.textContent = "Given: " + write(row.given) + ". Members that have not seen it say: " + write(row.said) + "." +
      (row.suspicious ? " Nearly all of them contradict what is given." : "");
    const pairs = row.values.map((value, place) => [data.features[place], value]);
    pairs.sort((first, second) => Math.abs(second[1]) - Math.abs(first[1]));
    const lines = pairs.slice(0, data.bars).map(([feature, value]) => {
      const line = document.createElement("tr");
      const name = document.createElement("th");
      name.scope = "row";
      const label = document.createElement("bdi");
      label.className = "clip";
      label.title = feature.slice(0, 500);
      label.textContent = feature;
      name.append(label);
      const drawn = document.createElement("td");
      drawn.className = "drawn";
      drawn.append(drawBar(value));
      const number = document.createElement("td");
      number.className = "number";
      number.textContent = write(value);
      line.append(name, drawn, number);
      return line;
    });
    body.replaceChildren(...lines);
  };
  const list = () => {
    const kept = picker.value;
    const order = data.rows.map((_, place) => place);
    if (sorter.value !== "") {
      const feature = Number(sorter.value);
      order.sort((first, second) => data.rows[second].values[feature] - data.rows[first].values[feature]);
    }
    picker.replaceChildren(...order.map((place) => {
      const row = data.rows[place];
      const choice = document.createElement("option");
      choice.value = String(place);
      const amount = sorter.value === "" ? "" : " (" + write(row.values[Number(sorter.value)]) + ")";
      choice.textContent = "row " + row.row + ": " + write(row.given) + (row.suspicious ? " (suspicious)" : "") + amount;
      return choice;
    }));
    picker.value = sorter.value === "" ? kept : String(order[0]);
    show(data.rows[Number(picker.value)]);
  };
  picker.addEventListener("change", () => show(data.rows[Number(picker.value)]));
  sorter.addEventListener("change", list);
})();
