// Filters and search; links into a folded rulebook unfold it.
const form = document.querySelector("form.filters");
const articles = [...document.querySelectorAll("article[data-grade]")];
const texts = new Map(articles.map((one) => [one, one.textContent.toLowerCase()]));

function filter() {
  const words = form.search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const one of articles) {
    const fits = form[one.dataset.grade].checked && (!form.assumed.checked || "assumed" in one.dataset)
      && words.every((word) => texts.get(one).includes(word));
    one.hidden = !fits;
    shown += fits;
    const entry = document.querySelector(`[data-for="${CSS.escape(one.id)}"]`);
    if (entry) entry.hidden = !fits;
  }
  for (const section of document.querySelectorAll("main > section:not(.book)"))
    section.hidden = ![...section.querySelectorAll("article")].some((one) => !one.hidden);
  const status = form.querySelector("[role=status]");
  status.textContent = status.dataset.shown.replace("##", articles.length).replace("#", shown);
}

function unfold() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (target.hidden) { form.reset(); filter(); }
  for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
  target.scrollIntoView();
}

if (form) {
  form.hidden = false;
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  filter();
}
addEventListener("hashchange", unfold);
unfold();
