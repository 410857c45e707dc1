"use strict";
// The search of the documentation site. The index is loaded with the first key that is typed; it and the stems are
// those of `rulewright explain --search` (reference/search.py).
(() => {
  const form = document.querySelector("form[role=search]");
  const input = form.querySelector("input");
  const list = document.getElementById("found");
  const RELATED = 0.5, PREFIX = 0.7, MOST = 20;
  let loading = null;

  function index() {
    loading ||= new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = form.dataset.index;
      script.onload = () => resolve(window.rulewrightIndex);
      script.onerror = reject;
      document.head.append(script);
    });
    return loading;
  }

  function stem(word, endings) {
    for (const [ending, instead] of endings) {
      const left = word.slice(0, word.length - ending.length);
      if (word.endsWith(ending) && left.length + instead.length >= 3) {
        word = left + instead;
        const last = word.at(-1);
        if ((ending === "ing" || ending === "ed") && last === word.at(-2) && !"lsz".includes(last)) word = word.slice(0, -1);
        break;
      }
    }
    return word.length > 3 && word.endsWith("e") ? word.slice(0, -1) : word;
  }

  function stems(text, data) {
    const words = (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) || []);
    const said = words.filter((word) => !data.ignored.includes(word));
    return (said.length ? said : words).map((word) => stem(word, data.endings));
  }

  // How many letters differ, as soon as it is more than two: 3.
  function distance(a, b) {
    if (Math.abs(a.length - b.length) > 2) return 3;
    let row = Array.from({ length: b.length + 1 }, (_, at) => at);
    for (let i = 1; i <= a.length; i++) {
      const next = [i];
      for (let j = 1; j <= b.length; j++) {
        next.push(Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
      }
      row = next;
    }
    return row[b.length];
  }

  // What to look for, with how much each counts: the word itself, what begins with it, else what is spelt like it.
  function wanted(typed, data) {
    const found = new Map();
    const add = (word, much) => found.set(word, Math.max(much, found.get(word) || 0));
    for (const word of stems(typed, data)) {
      const related = data.related[word] || [];
      const known = word in data.weights;
      if (known) add(word, 1);
      for (const other of related) add(other, known ? RELATED : 1);
      if (known || related.length) continue;
      const all = Object.keys(data.weights);
      const longer = all.filter((one) => one.startsWith(word));
      const near = longer.length ? longer : word.length > 3 ? all.filter((one) => distance(one, word) <= word.length / 4) : [];
      for (const one of near) add(one, PREFIX);
    }
    return found;
  }

  function find(typed, data) {
    const sums = new Map();
    for (const [word, much] of wanted(typed, data)) {
      const of = data.weights[word] || [];
      for (let at = 0; at < of.length; at += 2) sums.set(of[at], (sums.get(of[at]) || 0) + much * of[at + 1]);
    }
    const best = [...sums].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MOST);
    return best.map(([number]) => data.sections[number]);
  }

  function show(found) {
    const lines = found.map(([title, page, address, gist]) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = form.dataset.root + address;
      link.textContent = title;
      const where = document.createElement("span");
      where.className = "soft";
      where.textContent = title === page ? "" : ` ${page}`;
      const text = document.createElement("p");
      text.textContent = gist;
      item.append(link, where, text);
      return item;
    });
    const several = document.createElement("ol");
    several.append(...lines);
    list.replaceChildren(lines.length ? several : "Nothing was found.");
    list.hidden = false;
  }

  async function search() {
    const typed = input.value.trim();
    if (!typed) {
      list.hidden = true;
      return;
    }
    try {
      const data = await index();
      if (input.value.trim() === typed) show(find(typed, data));
    } catch {
      list.replaceChildren("The index of the search could not be loaded: is search-index.js there?");
      list.hidden = false;
    }
  }

  input.addEventListener("input", search);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    list.querySelector("a")?.click();
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") list.hidden = true;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== input) {
      event.preventDefault();
      input.focus();
    }
  });
  search();
})();
