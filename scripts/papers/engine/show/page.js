"use strict";
// Adds to the page what needs a script: filters and sorting of the table of claims, buttons that
// highlight one series of a picture, and the value of a cell that is clicked. Without it all is there.
(() => {
  const make = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    Object.entries(attributes || {}).forEach(([name, value]) => element.setAttribute(name, value));
    element.append(...children);
    return element;
  };

  const table = document.getElementById("claims-table");
  if (table) {
    const rows = [...table.tBodies[0].rows];
    const filter = document.getElementById("filter");
    const shown = document.getElementById("shown");
    const choices = {};
    const unique = (values) => [...new Set(values)].filter(Boolean).sort();
    const words = { S: "simulated cores", T: "real threads", M: "mathematics", D: "several machines" };

    const update = () => {
      const wanted = search.value.trim().toLowerCase();
      let count = 0;
      rows.forEach((row) => {
        const matches = Object.entries(choices).every(([name, select]) =>
          !select.value || row.dataset[name] === select.value ||
          (name === "kind" && row.dataset.kind.split(" ").includes(select.value)));
        row.hidden = !matches || !row.textContent.toLowerCase().includes(wanted);
        count += row.hidden ? 0 : 1;
      });
      shown.textContent = `${count} of ${rows.length} claims`;
    };

    ["paper", "verdict", "kind"].forEach((name) => {
      const values = unique(rows.flatMap((row) =>
        name === "kind" ? row.dataset.kind.split(" ") : [row.dataset[name]]));
      const select = make("select", {}, make("option", { value: "" }, "all"),
        ...values.map((value) => make("option", { value }, name === "kind" ? words[value] || value : value)));
      select.addEventListener("change", update);
      choices[name] = select;
      filter.append(make("label", {}, name === "kind" ? "evidence" : name, select));
    });
    const search = make("input", { type: "search", size: "16" });
    search.addEventListener("input", update);
    filter.append(make("label", {}, "words", search));
    filter.hidden = false;
    update();

    const key = (row, column) => {
      const cell = row.cells[column];
      const text = "sort" in cell.dataset ? cell.dataset.sort : cell.textContent.trim();
      return text !== "" && !Number.isNaN(Number(text)) ? Number(text) : text;
    };
    const compare = (a, b) => {
      if (a === "" || b === "") { return (a === "") - (b === ""); }
      return typeof a === "number" && typeof b === "number" ? a - b :
        String(a).localeCompare(String(b), "en", { numeric: true });
    };
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      if (column === 4) { return; }
      const button = make("button", { type: "button" }, head.textContent);
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") === "ascending";
        [...table.tHead.rows[0].cells].forEach((each) => each.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const sorted = [...rows].sort((a, b) => {
          const [x, y] = [key(a, column), key(b, column)];
          return x === "" || y === "" ? compare(x, y) : (down ? -1 : 1) * compare(x, y);
        });
        table.tBodies[0].append(...sorted);
      });
    });
  }

  document.querySelectorAll(".picture").forEach((picture) => {
    const parts = [...picture.querySelectorAll("[data-series]")];
    const names = [...new Set(parts.map((part) => part.dataset.series))].filter(Boolean);
    if (names.length > 2) {
      const bar = make("div", { class: "series-buttons", role: "group", "aria-label": "Highlight a series" });
      names.forEach((name) => {
        const button = make("button", { type: "button", "aria-pressed": "false" }, name);
        button.addEventListener("click", () => {
          const on = button.getAttribute("aria-pressed") !== "true";
          [...bar.children].forEach((each) => each.setAttribute("aria-pressed", "false"));
          button.setAttribute("aria-pressed", String(on));
          parts.forEach((part) => part.classList.toggle("dim", on && part.dataset.series !== name));
        });
        bar.append(button);
      });
      picture.after(bar);
    }
    const line = make("p", { role: "status", class: "value" });
    picture.addEventListener("click", (event) => {
      const tip = event.target.closest(".tip");
      if (tip) {
        const command = picture.closest(".figure")?.querySelector("dd code")?.textContent;
        line.textContent = tip.querySelector("title").textContent + (command ? `. Command: ${command}` : "");
        picture.after(line);
      }
    });
  });

  const open = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const folded = target && target.closest("details");
    if (folded) { folded.open = true; target.scrollIntoView(); }
  };
  addEventListener("hashchange", open);
  addEventListener("beforeprint", () =>
    document.querySelectorAll("details:not(.absent details)").forEach((each) => { each.open = true; }));
  open();
})();
