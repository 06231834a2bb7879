/// The script of a page, which adds searching and sorting to long tables, and filters to grouped ones. The page works
/// without it.
enum PageScript {
  /// The SHA-256 hash of the text for the Content-Security-Policy. A test checks it against the text.
  static let hash = "sha256-IVsTmhI+rZEIJcakMKYGtDmT7qmQ/7V2wXFOuVdv1cc="

  static let text = """
    "use strict";
    for (const box of document.querySelectorAll("[data-search]")) {
      const table = box.querySelector("table"), body = table.tBodies[0], rows = [...body.rows];
      const texts = new Map(rows.map(row => [row, row.textContent.toLowerCase()]));
      const label = document.createElement("label"), field = document.createElement("input");
      const count = document.createElement("span"), line = document.createElement("div");
      field.type = "search";
      label.append("Search ", field);
      count.setAttribute("role", "status");
      line.className = "search";
      line.append(label, count);
      box.prepend(line);
      field.addEventListener("input", () => {
        const words = field.value.toLowerCase().split(/\\s+/);
        let found = 0;
        for (const row of rows) {
          row.hidden = !words.every(word => texts.get(row).includes(word));
          if (!row.hidden) found += 1;
        }
        count.textContent = found + " of " + rows.length;
      });
      const value = (row, index) => {
        const cell = row.cells[index];
        return cell.dataset.order === undefined ? cell.textContent : Number(cell.dataset.order);
      };
      const compare = (a, b) =>
        typeof a === "number" && typeof b === "number" ? a - b
        : typeof a === "number" ? -1 : typeof b === "number" ? 1 : a.localeCompare(b, undefined, { numeric: true });
      [...table.tHead.rows[0].cells].forEach((head, index) => {
        const button = document.createElement("button");
        button.type = "button";
        button.append(...head.childNodes);
        head.append(button);
        button.addEventListener("click", () => {
          const isUp = head.getAttribute("aria-sort") !== "ascending";
          for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
          head.setAttribute("aria-sort", isUp ? "ascending" : "descending");
          rows.sort((a, b) => (isUp ? 1 : -1) * compare(value(a, index), value(b, index)));
          body.append(...rows);
        });
      });
    }
    for (const box of document.querySelectorAll("[data-filter]")) {
      const table = box.querySelector("table"), grouping = box.dataset.filter;
      const rows = [...table.tBodies].flatMap(group => [...group.rows].slice(1).map(row => ({
        row, group, text: row.textContent.toLowerCase(), values: { ...row.dataset, [grouping]: group.dataset.group }
      })));
      const line = document.createElement("form"), count = document.createElement("span"), fields = new Map();
      line.className = "search";
      line.setAttribute("role", "search");
      count.setAttribute("role", "status");
      const add = (name, field) => {
        const label = document.createElement("label");
        label.append(name[0].toUpperCase() + name.slice(1), field);
        line.append(label);
        fields.set(name, field);
      };
      const option = (field, value, text) => field.append(new Option(text, value));
      for (const name of new Set([grouping, ...rows.flatMap(row => Object.keys(row.values)).sort()])) {
        const counts = new Map(), field = document.createElement("select");
        for (const row of rows) {
          const value = row.values[name];
          if (value) counts.set(value, (counts.get(value) || 0) + 1);
        }
        const found = [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
        option(field, "", "all");
        for (const [value, number] of found.slice(0, 200)) option(field, value, value + " (" + number + ")");
        add(name, field);
      }
      const text = document.createElement("input"), clear = document.createElement("button");
      text.type = "search";
      add("text", text);
      clear.type = "reset";
      clear.append("Show all");
      line.append(clear, count);
      box.prepend(line);
      const show = () => {
        const words = text.value.toLowerCase().split(/\\s+/);
        const chosen = [...fields].filter(([name, field]) => name !== "text" && field.value);
        const seen = new Set();
        let found = 0;
        for (const row of rows) {
          const isShown = chosen.every(([name, field]) => row.values[name] === field.value)
            && words.every(word => row.text.includes(word));
          row.row.hidden = !isShown;
          if (isShown) { found += 1; seen.add(row.group); }
        }
        for (const group of table.tBodies) group.hidden = !seen.has(group);
        clear.hidden = found === rows.length;
        count.textContent = found + " of " + rows.length;
      };
      const write = () => {
        const chosen = new URLSearchParams([...fields].map(([name, field]) => [name, field.value]).filter(one => one[1]));
        history.replaceState(null, "", location.pathname + location.search + (chosen.size ? "#" + chosen : ""));
        show();
      };
      const read = () => {
        const chosen = new URLSearchParams(location.hash.slice(1)), row = document.getElementById(location.hash.slice(1));
        const isRow = row && table.contains(row);
        if (location.hash && !isRow && ![...fields.keys()].some(name => chosen.has(name))) return;
        for (const [name, field] of fields) {
          const value = chosen.get(name) || "";
          if (value && field.options && ![...field.options].some(one => one.value === value)) option(field, value, value);
          field.value = value;
        }
        show();
        if (!isRow) return;
        row.querySelector("details").open = true;
        row.scrollIntoView({ block: "center" });
      };
      line.addEventListener("input", write);
      line.addEventListener("submit", event => event.preventDefault());
      line.addEventListener("reset", () => setTimeout(write));
      addEventListener("hashchange", read);
      show();
      read();
    }
    """
}
