// Steps through a game. Each line of its tables is there once; a table follows from the one before by splices.
const steps = [...document.querySelectorAll("ol.story > li")];
const form = document.querySelector("form.controls");
const table = document.getElementById("table"), why = document.getElementById("why");
const [first, back, forward, last] = form.querySelectorAll("button");
let at = 0;

const lines = document.getElementById("lines").textContent.split("\n"), tables = [];
for (const step of steps) {
  const now = [...(tables.at(-1) ?? [])];
  for (const [from, to, put] of JSON.parse(step.dataset.splices)) now.splice(from, to - from, ...put);
  tables.push(now);
}

function show(number) {
  at = Math.min(Math.max(0, number), steps.length - 1);
  steps.forEach((step, i) => (step.hidden = i > at || i < at - 2));
  steps.forEach((step, i) => step.classList.toggle("now", i === at));
  const step = steps[at];
  table.innerHTML = tables[at].map((number) => lines[number]).join("\n");
  const reasons = document.getElementById(`why-${step.dataset.why}`);
  why.hidden = !reasons;
  why.querySelector("div").innerHTML = reasons?.innerHTML ?? "";
  form.at.value = form.slider.value = at;
  form.querySelector("[role=status]").textContent = `${at} / ${steps.length - 1}`;
  first.disabled = back.disabled = at === 0;
  last.disabled = forward.disabled = at === steps.length - 1;
  history.replaceState(null, "", `#decision-${at}`);
}

for (const step of steps) step.removeAttribute("id");  // or the page would scroll to the decision, past its heading
form.hidden = table.hidden = false;
document.body.classList.add("stepping");
first.onclick = () => show(0);
back.onclick = () => show(at - 1);
forward.onclick = () => show(at + 1);
last.onclick = () => show(steps.length - 1);
form.addEventListener("submit", (event) => { event.preventDefault(); show(Number(form.at.value)); });
form.at.addEventListener("change", () => show(Number(form.at.value)));
form.slider.addEventListener("input", () => show(Number(form.slider.value)));
addEventListener("keydown", (event) => {
  if (event.target.tagName === "INPUT" || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "ArrowRight") show(at + 1);
  if (event.key === "ArrowLeft") show(at - 1);
});
addEventListener("hashchange", () => show(Number(location.hash.replace("#decision-", "")) || 0));
show(Number(location.hash.replace("#decision-", "")) || 0);
