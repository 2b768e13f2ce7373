"use strict";
(() => {
  // Tabs: arrow keys move, Home and End jump; the address keeps the open one.
  const sections = document.getElementById("sections");
  const tabs = [...sections.querySelectorAll('[role="tab"]')];
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
    markWide();
  };
  const choose = (tab, focus) => {
    open(tab, focus);
    history.replaceState(null, "", "#" + tab.dataset.name);
    // Who was far down in one section begins the next one at its top.
    if (scrollY > sections.offsetTop) {
      scrollTo(0, sections.offsetTop);
    }
  };
  // What has to be scrolled sideways can be, with the keyboard; what fits is no stop on the way.
  const markWide = () => {
    for (const each of sections.querySelectorAll(".wide")) {
      if (each.scrollWidth > each.clientWidth) {
        each.tabIndex = 0;
      } else {
        each.removeAttribute("tabindex");
      }
    }
  };
  tabs.forEach((tab, place) => {
    tab.addEventListener("click", () => choose(tab, false));
    tab.addEventListener("keydown", (event) => {
      const moves = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: tabs.length - 1 };
      if (event.key in moves) {
        event.preventDefault();
        choose(tabs[(moves[event.key] + tabs.length) % tabs.length], true);
      }
    });
  });
  const openNamed = () => open(tabs.find((tab) => "#" + tab.dataset.name === location.hash) || tabs[0], false);
  openNamed();
  addEventListener("hashchange", openNamed);
  addEventListener("resize", markWide);

  // Long tables: all lines on request, and those whose first cell holds what is looked for.
  for (const button of document.querySelectorAll("button[data-more]")) {
    button.addEventListener("click", () => {
      document.getElementById(button.dataset.more).classList.add("all");
      button.setAttribute("aria-expanded", "true");
      button.parentElement.remove();
    });
  }
  for (const input of document.querySelectorAll("input[data-filter]")) {
    const table = document.getElementById(input.dataset.filter);
    const found = document.querySelector('output[data-found="' + input.dataset.filter + '"]');
    const lines = [...table.tBodies].flatMap((body) => [...body.rows]);
    const total = found.textContent;
    input.addEventListener("input", () => {
      const wanted = input.value.trim().toLowerCase();
      let number = 0;
      for (const line of lines) {
        line.hidden = !line.cells[0].textContent.toLowerCase().includes(wanted);
        number += line.hidden ? 0 : 1;
      }
      if (wanted) {
        table.classList.add("all");
      }
      found.textContent = wanted ? number + " of " + total : total;
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
  // As wording.write_number does it.
  const write = (value) => {
    const size = Math.abs(value);
    const text = size === 0 ? "0" : size >= 1000 ? Math.round(size).toLocaleString("en-GB")
      : size < 0.0001 ? size.toExponential(1) : size.toPrecision(3);
    return (value < 0 ? "−" : "") + text;
  };
  const shape = (name, attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) {
      made.setAttribute(key, value);
    }
    return made;
  };
  const drawBar = (value, reach) => {
    const strip = shape("svg", { class: "strip", "aria-hidden": "true" });
    const width = (50 * Math.abs(value)) / reach;
    strip.append(shape("line", { class: "zero", x1: "50%", x2: "50%", y1: 0, y2: 18 }));
    const kind = value < 0 ? "bar minus" : "bar";
    strip.append(shape("rect", { class: kind, x: (value < 0 ? 50 - width : 50) + "%", y: 4, width: width + "%", height: 10 }));
    return strip;
  };
  const nameCell = (kind, text) => {
    const cell = document.createElement(kind);
    const label = document.createElement("bdi");
    label.className = "clip";
    label.title = text.slice(0, 500);
    label.textContent = text;
    cell.append(label);
    return cell;
  };
  const show = (row) => {
    facts.textContent = row.facts;
    // A row that nothing is telling about looks so beside a typical one.
    const reach = Math.max(data.typical, 1e-12, ...row.values.map(Math.abs));
    const order = row.values.map((_, place) => place);
    order.sort((first, second) => Math.abs(row.values[second]) - Math.abs(row.values[first]));
    body.replaceChildren(...order.slice(0, data.bars).map((place) => {
      const line = document.createElement("tr");
      const name = nameCell("th", data.features[place]);
      name.scope = "row";
      const drawn = document.createElement("td");
      drawn.className = "drawn";
      drawn.append(drawBar(row.values[place], reach));
      const number = document.createElement("td");
      number.className = "number";
      number.textContent = write(row.values[place]);
      line.append(name, nameCell("td", row.cells[place]), drawn, number);
      if (row.contributions) {
        const added = document.createElement("td");
        added.className = "number";
        added.textContent = row.contributions[place] === null ? "–" : write(row.contributions[place]);
        line.append(added);
      }
      return line;
    }));
  };
  const pick = (place) => {
    picker.value = String(place);
    show(data.rows[place]);
  };
  const list = () => {
    const kept = picker.value;
    const order = data.rows.map((_, place) => place);
    const feature = sorter.value === "" ? null : Number(sorter.value);
    if (feature !== null) {
      order.sort((first, second) => data.rows[second].values[feature] - data.rows[first].values[feature]);
    }
    picker.replaceChildren(...order.map((place) => {
      const row = data.rows[place];
      const choice = document.createElement("option");
      choice.value = String(place);
      choice.textContent = row.label + (feature === null ? "" : " [" + write(row.values[feature]) + "]");
      return choice;
    }));
    pick(feature === null ? Number(kept) : order[0]);
  };
  picker.addEventListener("change", () => show(data.rows[Number(picker.value)]));
  sorter.addEventListener("change", list);
  for (const button of document.querySelectorAll("button[data-pick]")) {
    button.addEventListener("click", () => {
      pick(Number(button.dataset.pick));
      picker.focus();
    });
  }
})();
