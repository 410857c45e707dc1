// Plays a game in Chromium by clicks (1280 px, light), taps (390 px, dark) or keys alone, each seat in a browser of its
// own, and prints what is wrong, one line each: scripts, requests to elsewhere, overflow, what axe-core finds. The last
// line is how many decisions were made. With --shots FOLDER also screenshots.
import { createRequire } from "node:module";
import { join } from "node:path";

const [modules, chromium, how, most, ...links] = process.argv.slice(2);
const require = createRequire(join(modules, "x"));
const puppeteer = require("puppeteer-core");
const axe = require.resolve("axe-core/axe.min.js");
const at = links.indexOf("--shots");
const shots = at < 0 ? null : links.splice(at, 2)[1];
const [width, height, scheme] = how === "tap" ? [390, 844, "dark"] : [1280, 900, "light"];

const browser = await puppeteer.launch({
  executablePath: chromium,
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  protocolTimeout: 600000,
});
const pages = [];
for (const link of links) {
  const page = await (await browser.createBrowserContext()).newPage();
  const say = (text) => console.log(`${how}: ${text}`);
  page.on("pageerror", (problem) => say(`script: ${problem.message}`));
  page.on("console", (line) => line.type() === "error" && say(`console: ${line.text()}`));
  page.on("request", (asked) => new URL(asked.url()).host === new URL(link).host || asked.url() === "data:," || say(`request: ${asked.url()}`));
  await page.setBypassCSP(true); // for axe-core alone, which is put into the page
  await page.setViewport({ width, height, hasTouch: how === "tap" });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.goto(link);
  await page.waitForSelector("#prompt, form");
  pages.push(page);
}

async function inspect(page, name) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  if (wide > width) console.log(`${how}: overflow: ${wide} px`);
  if (shots) await page.screenshot({ path: join(shots, `${name}-${width}.png`), fullPage: true });
  await page.addScriptTag({ path: axe });
  const found = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  for (const one of found.violations) console.log(`${how}: axe: ${one.id}: ${one.nodes[0].html.slice(0, 160)}`);
}

async function press(page, selector) {
  if (how === "key") {
    await page.focus(selector);
    await page.keyboard.press("Enter");
  } else if (how === "tap") await page.tap(selector);
  else await page.click(selector);
}

let made = 0;
if (pages[0] && !(await pages[0].$("#prompt"))) await inspect(pages[0], "lobby");
while (made < Number(most)) {
  const titles = await Promise.all(pages.map((page) => page.title()));
  const page = pages[titles.findIndex((title) => title.startsWith("●"))];
  if (!page) {
    const over = await pages[0].evaluate(() => document.querySelector("#question table") !== null);
    if (over) break;
    await new Promise((done) => setTimeout(done, 50));
    continue;
  }
  if (made % 40 === 5) await inspect(page, `seat-${made}`);
  const before = await page.evaluate(() => document.body.dataset.at);
  await press(page, (await page.$("#question [data-choice]")) ? "#question [data-choice]" : "#choose-amount");
  await page.waitForSelector("#confirm", { visible: true });
  await press(page, "#confirm");
  await page.waitForFunction((then) => document.body.dataset.at !== then, {}, before);
  made += 1;
}
for (const page of pages.slice(0, 2)) await inspect(page, "end");
console.log(made);
await browser.close();
