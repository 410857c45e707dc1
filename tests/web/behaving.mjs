// Uses a page of each of three tables as people do and prints what does not work, one line each; `only` names some of
// the behaviours. Between "restart" and a line on standard input the server is killed and started again.
import { createInterface } from "node:readline/promises";
import { browser, links, open, options, run, say, seen } from "./browsing.mjs";

// A grid with several options on a space; cards; a table with two languages, twice; several things at once.
const [spots, cards, polish, other, several] = links;
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
let name = "";
const hold = (what, fits) => fits || say(`${name}: ${what}`);
const text = (page, selector) => page.$eval(selector, (each) => each.textContent.trim());
const number = (page) => page.evaluate(() => document.body.dataset.at);
const log = (page) => page.$$eval("#log li", (all) => all.length);
// What has happened after a while, or has not.
async function soon(page, what, fits) {
  hold(what, await page.waitForFunction(fits, { timeout: options.patience ?? 15000 }).then(() => true, () => false));
}
const first = (page) => seen(page, "#question [data-choice]");
const slide = (page, to) => page.$eval("#slider", (each, to) => {
  each.value = to === "end" ? each.max : "1";
  each.dispatchEvent(new Event("change", { bubbles: true }));
}, to);

async function chooseTwo(page) {
  const at = await number(page);
  for (const button of (await page.$$("#question [data-tick]")).slice(0, 2)) await button.click();
  await page.click("#take");
  await page.waitForFunction((then) => document.body.dataset.at !== then, {}, at);
}

const behaviours = {
  async preview() {
    const page = await open(spots);
    const before = await number(page);
    await (await first(page)).click();
    await soon(page, "no preview", () => document.querySelector("#answer:not([hidden]) #confirm"));
    hold("chosen without being confirmed", (await number(page)) === before);
    await page.click("#close");
    await soon(page, "stays open", () => document.getElementById("answer").hidden);
  },
  async menu() {
    const page = await open(spots);
    await (await page.$("[data-about='cell e5']")).click();
    await soon(page, "no menu", () => document.querySelectorAll("#answer [data-choice]").length > 1);
    await page.click("#answer [data-choice]");
    await soon(page, "no preview from the menu", () => document.querySelector("#confirm"));
  },
  async ticks() {
    const page = await open(several);
    await page.waitForSelector("#take:disabled");
    const buttons = await page.$$("#question [data-tick]");
    for (const button of buttons) await button.click();
    await soon(page, "too many can be taken", () => document.querySelector("#take:disabled"));
    for (const button of buttons.slice(2)) await button.click();
    await soon(page, "two cannot be taken", () => document.querySelector("#take:enabled"));
    hold("the list is not ticked", (await page.$$("#question [aria-pressed=true]")).length === 2);
    hold("the table is not ticked", (await page.$$("#table [data-ticks]")).length > 0);
    const at = await number(page);
    await page.click("#take");
    await page.waitForFunction((then) => document.body.dataset.at !== then, {}, at);
    hold("ticks stay", (await text(page, "#ticks")) === "0" && !(await page.$("#question [aria-pressed=true]")));
  },
  async board_ticks() {
    const page = await open(several);
    await page.waitForSelector("#take");
    if ((await number(page)) === "0.0.0") await chooseTwo(page);
    await page.click("#table [data-about='bed b2']");
    await soon(page, "a space is not ticked", () => document.querySelector("#table [data-about='bed b2'][data-ticks]"));
    await soon(page, "no sign on the space", () => document.querySelector("#table .tick"));
    hold("the list is not ticked", await page.$("#question [data-tick=b2][aria-pressed=true]"));
    await page.click("#table [data-about='bed b2']");
    await soon(page, "the tick stays", () => !document.querySelector("#table [data-ticks], #table .tick"));
  },
  async tick_keys() {
    const page = await open(several);
    await page.waitForSelector("#take");
    if ((await number(page)) === "0.0.0") await chooseTwo(page);
    await page.$eval("#table [data-about='bed a1']", (each) => each.focus());
    await page.keyboard.press("Enter");
    await soon(page, "not ticked by keys", () => document.querySelector("#table [data-about='bed a1'][aria-pressed=true]"));
    await page.$eval("#question [data-tick=c2]", (each) => each.focus());
    await page.keyboard.press("Space");
    await soon(page, "two are not counted", () => document.getElementById("ticks").textContent === "2");
    hold("not announced", await page.$("#question[aria-live] #ticks"));
  },
  async why() {
    const page = await open(cards);
    await page.waitForSelector("#table button[data-about]:not(.offered)");
    await page.$$eval("#table button[data-about]:not(.offered)", (all) => all.at(-1).click());
    await soon(page, "no reason", () => !document.getElementById("answer").hidden && document.getElementById("answer").textContent.trim().length > 20);
    hold("can be confirmed", !(await page.$("#confirm")));
  },
  async keyboard() {
    const page = await open(spots);
    const button = await first(page);
    await button.focus();
    await page.keyboard.press("Enter");
    await soon(page, "the preview has no focus", () => document.activeElement?.id === "confirm");
    await page.keyboard.press("Escape");
    await soon(page, "Escape closes nothing", () => document.getElementById("answer").hidden);
    hold("the focus is lost", await button.evaluate((each) => each === document.activeElement));
    await page.$eval("#table .offered", (each) => each.focus());
    await page.keyboard.press("Enter");
    await soon(page, "a space cannot be entered", () => !document.getElementById("answer").hidden);
  },
  async slider() {
    const page = await open(polish);
    await first(page);
    const [before, lines] = [await text(page, "#table"), await log(page)];
    await slide(page, "back");
    await soon(page, "does not go back", () => document.querySelector(".past"));
    hold("shows the table of now", (await text(page, "#table")) !== before);
    await slide(page, "end");
    await soon(page, "does not return", () => !document.querySelector(".past"));
    hold("another table than before", (await text(page, "#table")) === before && (await log(page)) === lines);
  },
  async language() {
    const [page, second] = [await open(polish), await open(other)];
    const before = await text(second, "#table");
    const mine = await text(page, "#table");
    await page.select("#language", "pl");
    await soon(page, "stays English", () => /tura|runda|gracz/i.test(document.querySelector("main").textContent));
    hold("the same text", (await text(page, "#table")) !== mine);
    hold("the other page changes, too", (await text(second, "#table")) === before);
    await page.reload();
    await soon(page, "forgotten", () => /tura|runda|gracz/i.test(document.querySelector("main")?.textContent ?? ""));
  },
  async motion() {
    for (const [value, moves] of [["no-preference", true], ["reduce", false]]) {
      const page = await open(cards);
      await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value }]);
      await page.evaluate(() => {
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (...given) {
          document.body.dataset.moved = "yes";
          return animate.apply(this, given);
        };
      });
      await first(page);
      await slide(page, "back");
      await soon(page, "does not go back", () => document.querySelector(".past"));
      const moved = await page.evaluate(() => document.body.dataset.moved === "yes");
      hold(`${value}: ${moved ? "moves" : "nothing moves"}`, moved === moves);
    }
  },
  async stale() {
    const [page, same] = [await open(spots), await open(spots)]; // the same seat, opened twice
    await (await first(same)).click();
    await seen(same, "#confirm");
    await same.evaluate(() => document.getElementById("confirm").setAttribute("data-kept", ""));
    const markup = await same.$eval("#answer", (each) => each.innerHTML);
    const at = await number(same);
    await (await first(page)).click();
    await (await seen(page, "#confirm")).click();
    await page.waitForFunction((then) => document.body.dataset.at !== then, {}, at);
    await soon(same, "the old preview stays open", () => document.getElementById("answer").hidden);
    const lines = await log(page);
    await same.evaluate((markup) => {
      document.getElementById("answer").innerHTML = markup;
      document.getElementById("answer").hidden = false;
      document.getElementById("confirm").click();
    }, markup);
    await soon(same, "nothing is said", () => document.getElementById("status").textContent);
    hold("something has changed", (await log(page)) === lines);
  },
  async reconnecting() {
    const page = await open(polish);
    const at = await number(page);
    page.lost = true; // what the console says meanwhile is expected
    console.log("restart");
    await soon(page, "does not say that the connection is lost", () => document.getElementById("status").textContent);
    await lines.next();
    await soon(page, "does not connect again", () => !document.getElementById("status").textContent);
    page.lost = false;
    hold("another question", (await number(page)) === at);
    await (await first(page)).click();
    await soon(page, "nothing can be asked", () => document.querySelector("#answer:not([hidden]) #confirm"));
  },
};

await run(async () => {
  for (name of options.only ?? Object.keys(behaviours)) {
    try {
      await behaviours[name]();
    } catch (problem) {
      say(`${name}: ${problem.message}`);
    }
    for (const context of browser.browserContexts().slice(1)) await context.close();
  }
});
process.exit();
