/// The script of a site, which adds searching and filters that are kept in the address. The pages work without it.
enum SiteScript {
  static let text = """
    "use strict";
    {
      const fold = text => text.toLowerCase().normalize("NFD").replace(/\\p{M}/gu, "");
      const overview = document.querySelectorAll("[data-overview]"), groups = [...document.querySelectorAll("[data-group]")];
      const languages = new Intl.DisplayNames(["en"], { type: "language" });
      const named = code => { try { return languages.of(code); } catch { return code; } };
      for (const shown of document.querySelectorAll("[data-code]")) shown.textContent = named(shown.dataset.code);
      const items = groups.flatMap(group => [...group.querySelectorAll("[data-health]")].map(item => ({
        item, group, text: fold(item.textContent),
        values: { category: group.dataset.group, language: item.dataset.language, health: item.dataset.health }
      })));
      const form = document.createElement("form"), count = document.createElement("span"), fields = new Map();
      form.className = "search";
      form.setAttribute("role", "search");
      count.setAttribute("role", "status");
      const add = (name, title, field) => {
        const label = document.createElement("label");
        label.append(title, field);
        form.append(label);
        fields.set(name, field);
      };
      const text = document.createElement("input"), clear = document.createElement("button");
      text.type = "search";
      add("q", "Search", text);
      for (const name of ["category", "language", "health"]) {
        const counts = new Map(), field = document.createElement("select");
        for (const one of items) {
          const value = one.values[name];
          if (value) counts.set(value, (counts.get(value) || 0) + 1);
        }
        if (counts.size < 2) continue;
        field.append(new Option("all", ""));
        for (const [value, number] of counts) {
          field.append(new Option((name === "language" ? named(value) : value) + " (" + number + ")", value));
        }
        add(name, name[0].toUpperCase() + name.slice(1), field);
      }
      clear.type = "reset";
      clear.append("Show all");
      form.append(clear, count);
      if (items.length > 1) document.getElementById("search").append(form);
      const chosen = () => [...fields].filter(([, field]) => field.value.trim());
      const show = () => {
        const words = fold(text.value).split(/\\s+/), found = new Set(), limits = chosen();
        let shown = 0;
        for (const one of items) {
          const isShown = words.every(word => one.text.includes(word))
            && limits.every(([name, field]) => name === "q" || one.values[name] === field.value);
          one.item.hidden = !isShown;
          if (isShown) { shown += 1; found.add(one.group); }
        }
        for (const group of groups) group.hidden = !found.has(group) && limits.length > 0;
        for (const part of overview) part.hidden = limits.length > 0;
        clear.hidden = limits.length === 0;
        count.textContent = limits.length ? shown + " of " + items.length + " feeds" : "";
      };
      const write = () => {
        const state = new URLSearchParams(chosen().map(([name, field]) => [name, field.value.trim()]));
        history.replaceState(null, "", location.pathname + location.search + (state.size ? "#" + state : ""));
        show();
      };
      const read = () => {
        // Otherwise the hash names a feed, or a heading.
        if (location.hash && !location.hash.includes("=")) return;
        const state = new URLSearchParams(location.hash.slice(1));
        for (const [name, field] of fields) {
          const value = state.get(name) || "";
          if (value && field.options && ![...field.options].some(one => one.value === value)) {
            field.append(new Option(value, value));
          }
          field.value = value;
        }
        show();
      };
      form.addEventListener("input", write);
      form.addEventListener("submit", event => event.preventDefault());
      form.addEventListener("reset", () => setTimeout(write));
      addEventListener("hashchange", read);
      show();
      read();
    }
    """
}
