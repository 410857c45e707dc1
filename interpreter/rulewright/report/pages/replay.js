// Steps through a game; the parts of each table lie in templates, equal ones once.
const steps = [...document.querySelectorAll("ol.story > li")];
const form = document.querySelector("form.controls");
const table = document.getElementById("table"), why = document.getElementById("why");
const [first, back, forward, last] = form.querySelectorAll("button");
let at = 0;

const part = (number) => document.getElementById(`part-${number}`).content.cloneNode(true);

// A part with its spaces or rows: "7:12.13" are parts 12 and 13 inside of part 7.
function whole(named) {
  const [outer, inner] = named.split(":"), made = part(outer);
  const slot = made.querySelector(".slot");
  for (const number of inner ? inner.split(".") : []) {
    const one = part(number), drawn = one.querySelector("svg");
    slot.append(...(drawn ? drawn.children : [one]));
  }
  return made;
}

function show(number) {
  at = Math.min(Math.max(0, number), steps.length - 1);
  steps.forEach((step, i) => (step.hidden = i > at || i < at - 2));
  steps.forEach((step, i) => step.classList.toggle("now", i === at));
  const step = steps[at];
  table.replaceChildren(...step.dataset.parts.split(" ").filter(Boolean).map(whole));
  why.hidden = step.dataset.why === "0";
  why.querySelector("div").replaceChildren(...(why.hidden ? [] : [part(step.dataset.why)]));
  form.at.value = at;
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
addEventListener("keydown", (event) => {
  if (event.target.tagName === "INPUT" || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "ArrowRight") show(at + 1);
  if (event.key === "ArrowLeft") show(at - 1);
});
addEventListener("hashchange", () => show(Number(location.hash.replace("#decision-", "")) || 0));
show(Number(location.hash.replace("#decision-", "")) || 0);
