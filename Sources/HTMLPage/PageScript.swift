/// The script of a page, which adds searching and sorting to long tables. The page also works without it.
enum PageScript {
  /// The SHA-256 hash of the text for the Content-Security-Policy. A test checks it against the text.
  static let hash = "sha256-aAusuP5RjT/KUBVefLacIWqJnWU6WLCdO0X7dWRLhmk="

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
    """
}
