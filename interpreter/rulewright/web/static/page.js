// @ts-check
// A page of a table, or the lobby. It knows no rules: it shows what the table sends, and sends what is chosen.
import { Idiomorph } from "../vendored/idiomorph/idiomorph.js";

/** @typedef {{type: "view", title: string, at: string, parts: Record<string, string>, redrawn: Record<string, string>}} View */
/** @typedef {{type: "answer", to: string, html: string}} Answer */
/** @typedef {{type: "refused", text: string}} Refused */

const GONE = 4004;
const TOO_OFTEN = 4009;
const LONGEST_WAIT = 15000;
/** The number of the question that is asked; it goes back with what is chosen. */
let at = "";
/** What is ticked of several things that are taken together, by name. @type {Set<string>} */
const ticked = new Set();
/** The number of the question for which something is ticked. */
let tickedAt = "";
let wait = 500;
/** @type {WebSocket} */
let socket;
/** What had the focus when an answer was opened. @type {HTMLElement | null} */
let before = null;

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} text */
function say(text) {
  part("status").textContent = text;
}

/** @param {Record<string, unknown>} message */
function send(message) {
  if (socket.readyState === WebSocket.OPEN)
    socket.send(JSON.stringify(message));
}

function connect() {
  const place = new URL(`${location.pathname}/live`, location.href);
  place.protocol = place.protocol.replace("http", "ws");
  socket = new WebSocket(place);
  socket.onopen = () => {
    wait = 500;
    say("");
    const language = localStorage.getItem("language");
    if (language) send({ do: "show", language });
    const moment = Number(location.hash.slice(1) || -1);
    if (moment >= 0) send({ do: "show", moment });
  };
  socket.onmessage = (event) => receive(JSON.parse(event.data));
  socket.onclose = (event) => {
    say(event.reason || (document.body.dataset.lost ?? ""));
    if (event.code === GONE || event.code === TOO_OFTEN) return;
    setTimeout(connect, wait * (1 + Math.random() / 2));
    wait = Math.min(wait * 2, LONGEST_WAIT);
  };
}

/** @param {View | Answer | Refused} message */
function receive(message) {
  if (message.type === "view") show(message);
  else if (message.type === "answer") open(message.html);
  else if (message.type === "refused") say(message.text);
}

/** @param {View} view */
function show(view) {
  if (view.at !== at) close();
  at = view.at;
  if (at && at !== tickedAt) ticked.clear();
  tickedAt = at || tickedAt;
  const focused = document.activeElement?.id;
  const before = places();
  for (const [id, html] of Object.entries(view.parts)) {
    Idiomorph.morph(part(id), html, {
      morphStyle: "innerHTML",
      ignoreActiveValue: true,
      callbacks: {
        beforeAttributeUpdated: (/** @type {string} */ name) => name !== "open",
      },
    });
  }
  for (const [id, html] of Object.entries(view.redrawn))
    Idiomorph.morph(part(id), html, { morphStyle: "outerHTML" });
  glide(before);
  const prompt = document.getElementById("prompt")?.textContent ?? "";
  document.title = prompt
    ? `${at ? "● " : ""}${prompt} – ${view.title}`
    : view.title;
  showTicks();
  document.body.classList.toggle("mine", at !== "");
  document.body.dataset.at = at;
  const language = document.getElementById("language");
  if (language instanceof HTMLSelectElement)
    language.value = localStorage.getItem("language") ?? "";
  if (focused && !document.getElementById(focused))
    part("question")?.focus({ preventScroll: true });
  for (const id of ["log", "chat"]) {
    const story = document.querySelector(`#${id} .story`);
    if (story && id in view.parts) story.scrollTop = story.scrollHeight;
  }
}

/** Where the pieces are that may lie elsewhere soon. @returns {Map<string, DOMRect>} */
function places() {
  const pieces = [...document.querySelectorAll("#table .piece")];
  return new Map(
    pieces.map((piece) => [piece.id, piece.getBoundingClientRect()]),
  );
}

/** Let pieces glide from where they were. @param {Map<string, DOMRect>} before */
function glide(before) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const [id, now] of places()) {
    const then = before.get(id);
    if (!then || (then.x === now.x && then.y === now.y)) continue;
    const from = `translate(${then.x - now.x}px, ${then.y - now.y}px)`;
    document
      .getElementById(id)
      ?.animate([{ transform: from }, { transform: "none" }], {
        duration: 450,
        easing: "ease-out",
      });
  }
}

/** @returns {HTMLElement[]} */
function choices() {
  return [...document.querySelectorAll("#question [data-choice]")].filter(
    (each) => each instanceof HTMLElement,
  );
}

/** What can be ticked, all of it or what is about one thing. @param {string} [about] */
const tickable = (about) =>
  choices().filter(
    ({ dataset }) => dataset.tick && about === (about && dataset.target),
  );

/** Tick one more of things that look alike, or none once all are. @param {HTMLElement[]} alike */
function tick(alike) {
  const names = alike.map((one) => one.dataset.tick ?? "");
  const free = names.find((name) => !ticked.has(name));
  if (free) ticked.add(free);
  else for (const name of names) ticked.delete(name);
  showTicks();
}

/** Show in the list and on the table what is ticked or has been picked, and whether it can be taken. */
function showTicks() {
  const prompt = document.getElementById("prompt");
  /** @type {Map<string, number>} */
  const ticks = new Map();
  const count = (about = "", number = 1) =>
    ticks.set(about, (ticks.get(about) ?? 0) + number);
  for (const about of prompt?.dataset.picked?.split("|") ?? []) count(about);
  for (const one of tickable()) {
    const on = ticked.has(one.dataset.tick ?? "");
    one.ariaPressed = String(on);
    count(one.dataset.target, Number(on));
  }
  for (const sign of document.querySelectorAll(".tick")) sign.remove();
  for (const one of document.querySelectorAll("#table [data-about]"))
    mark(one, ticks.get(one.getAttribute("data-about") ?? ""));
  const back = document.getElementById("back");
  const so = ticked.size ? ` ✓ ${ticked.size}` : "";
  if (back) back.textContent = `${prompt?.textContent ?? ""}${so}`;
  const take = document.getElementById("take");
  if (!(take instanceof HTMLButtonElement)) return;
  const [least, most] = (take.dataset.take ?? "").split(" ").map(Number);
  take.disabled = ticked.size < Math.max(1, least) || ticked.size > most;
  part("ticks").textContent = String(ticked.size);
}

/** Mark what can be ticked on the table with how often it is. @param {Element} one @param {number} [number] */
function mark(one, number) {
  one.removeAttribute("data-ticks");
  if (one.matches("button, [role=button]"))
    one.ariaPressed = number === undefined ? null : String(number > 0);
  if (!number) return;
  one.setAttribute("data-ticks", number > 1 ? String(number) : "");
  if (!(one instanceof SVGGraphicsElement)) return;
  const { x, y, width, height } = one.getBBox();
  const sign = document.createElementNS(one.namespaceURI, "text");
  const right = height > 20 ? width - 12 : width / 2;
  sign.setAttribute("class", "tick");
  sign.setAttribute("x", String(x + right));
  sign.setAttribute("y", String(y + Math.min(20, height / 2 + 6)));
  sign.textContent = "✓";
  one.before(sign);
}

/** @param {string} html */
function open(html) {
  const answer = part("answer");
  if (answer.hidden && document.activeElement instanceof HTMLElement)
    before = document.activeElement;
  answer.innerHTML = html;
  answer.hidden = false;
  document.getElementById("confirm")?.focus();
  answer.scrollIntoView({ block: "nearest" });
}

function close() {
  const answer = document.getElementById("answer");
  if (!answer || answer.hidden) return;
  const inside = answer.contains(document.activeElement);
  answer.hidden = true;
  if (inside) (before?.isConnected ? before : part("question")).focus();
}

/** Several options are about one thing: a small menu. @param {HTMLElement[]} some */
function menu(some) {
  const list = document.createElement("div");
  list.className = "options";
  for (const one of some) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = one.textContent;
    button.dataset.choice = one.dataset.choice;
    button.dataset.target = one.dataset.target;
    list.append(button);
  }
  open(list.outerHTML);
  part("answer").querySelector("button")?.focus();
}

/** @param {DOMStringMap} data @param {Element} element */
function act(data, element) {
  if (data.confirm !== undefined)
    send({ do: "choose", at, choice: data.confirm });
  else if (data.close !== undefined) close();
  else if (data.take !== undefined)
    send({ do: "take", at, choices: [...ticked] });
  else if (tickable().some((one) => one.dataset.tick === data.choice))
    tick(tickable().filter((one) => one.dataset.tick === data.choice));
  else if (data.choice !== undefined)
    send({ do: "what", at, choice: data.choice, about: data.target });
  else if (data.known !== undefined) send({ do: "why", about: data.known });
  else if (data.choiceOf)
    send({
      do: "what",
      at,
      choice: /** @type {HTMLSelectElement} */ (part(data.choiceOf)).value,
    });
  else if (data.moment !== undefined) showMoment(Number(data.moment));
  else if (data.whole !== undefined) send({ do: "show", whole: true });
  else if (data.seat !== undefined)
    send({ do: "show", seat: Number(data.seat) });
  else if (data.about !== undefined) touch(data.about);
  else if (
    data.do &&
    element instanceof HTMLButtonElement &&
    (!data.ask || confirm(data.ask))
  ) {
    /** @type {Record<string, unknown>} */
    const message = { do: data.do };
    if (data.seatOf !== undefined) message.seat = Number(data.seatOf);
    if (data.number !== undefined) message.number = Number(data.number);
    for (const name of ["kind", "link", "table"])
      if (data[name] !== undefined) message[name] = data[name];
    send(message);
  }
}

/** Show a moment, and have the address lead to it; -1 is now. @param {number} moment */
function showMoment(moment) {
  history.replaceState(null, "", moment < 0 ? location.pathname : `#${moment}`);
  send({ do: "show", moment });
}

/** Choose what an option is about, or ask about it. @param {string} about */
function touch(about) {
  const some = choices().filter((button) => button.dataset.target === about);
  if (tickable(about).length) tick(tickable(about));
  else if (some.length === 1) act(some[0].dataset, some[0]);
  else if (some.length) menu(some);
  else send({ do: "why", about });
}

document.addEventListener("click", (event) => {
  const names = [
    "confirm",
    "close",
    "take",
    "choice",
    "choice-of",
    "known",
    "moment",
    "whole",
    "seat",
    "do",
    "about",
  ];
  const target =
    event.target instanceof Element
      ? event.target.closest(names.map((n) => `[data-${n}]`).join())
      : null;
  if (
    !(target instanceof HTMLElement || target instanceof SVGElement) ||
    target.matches("form, select, input")
  )
    return;
  if (target.matches("a[data-moment]")) event.preventDefault();
  act(target.dataset, target);
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") close();
  const target = event.target;
  if (
    !(target instanceof Element) ||
    target.matches("button, a, input, select")
  )
    return;
  if (
    (event.key === "Enter" || event.key === " ") &&
    target.matches("[data-about][role=button]")
  ) {
    event.preventDefault();
    act(/** @type {HTMLElement} */ (target).dataset, target);
  }
});

document.addEventListener("change", (event) => {
  const target = event.target;
  if (target instanceof HTMLInputElement && target.id === "slider") {
    const moments = (target.dataset.moments ?? "").split(" ");
    const chosen = Number(target.value);
    showMoment(chosen === moments.length - 1 ? -1 : Number(moments[chosen]));
  } else if (target instanceof HTMLSelectElement && target.id === "language") {
    localStorage.setItem("language", target.value);
    send({ do: "show", language: target.value });
  } else if (target instanceof HTMLSelectElement && target.id === "ruleset") {
    send({ do: "show", ruleset: target.value });
  } else if (target instanceof HTMLInputElement && target.name === "variants") {
    if (target.form) send({ do: "show", ruleset: chosenRules(target.form) });
  } else if (
    target instanceof HTMLSelectElement &&
    target.dataset.do === "sit"
  ) {
    send({
      do: "sit",
      table: target.dataset.table,
      seat: Number(target.dataset.seatOf),
      kind: target.value,
    });
  }
});

/** The game of the form with its variants. @param {HTMLFormElement} form */
function chosenRules(form) {
  const chosen = new FormData(form);
  return [chosen.get("ruleset"), ...chosen.getAll("variants")].join("+");
}

document.addEventListener("submit", (event) => {
  event.preventDefault();
  if (!(event.target instanceof HTMLFormElement)) return;
  const form = new FormData(event.target);
  if (event.target.dataset.do !== "new") {
    send({ do: event.target.dataset.do, ...Object.fromEntries(form) });
    if (event.target.dataset.do === "say") event.target.reset();
  } else {
    const kinds = form.getAll("kinds").filter((kind) => kind !== "");
    /** @type {Record<string, number>} */
    const settings = {};
    for (const input of event.target.querySelectorAll("input"))
      if (input.dataset.figure && input.value !== input.defaultValue)
        settings[input.dataset.figure] = Number(input.value);
    send({ do: "new", ruleset: chosenRules(event.target), kinds, settings });
  }
});

/** The question is out of sight: a link to it stands below. */
const away = new IntersectionObserver(([question]) =>
  document.body.classList.toggle("away", !question.isIntersecting),
);
if (document.getElementById("question")) away.observe(part("question"));

connect();
