// A game, step by step.
for (const game of document.querySelectorAll("details.game")) {
  const steps = [...game.querySelectorAll("ol.steps > li")], controls = game.querySelector(".controls");
  const status = controls.querySelector("[role=status]");
  const [back, forward, all] = controls.querySelectorAll("button");
  let at = Math.max(0, steps.length - 1 - 4);  // a few decisions before they part
  const show = () => {
    steps.forEach((step, number) => (step.hidden = at !== null && number !== at));
    back.disabled = at === 0;
    forward.disabled = at === steps.length - 1;
    status.textContent = at === null ? "" : `${at + 1} / ${steps.length}`;
  };
  back.onclick = () => { at = at === null ? 0 : Math.max(0, at - 1); show(); };
  forward.onclick = () => { at = at === null ? 0 : Math.min(steps.length - 1, at + 1); show(); };
  all.onclick = () => { at = null; show(); };
  controls.hidden = false;
  game.addEventListener("toggle", show);
  addEventListener("beforeprint", () => { at = null; show(); });
}
