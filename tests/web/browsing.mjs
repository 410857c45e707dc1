// Pages in Chromium, each in a context of its own, that say what is wrong with them: errors of scripts, requests to
// elsewhere, overflow, titles that do not say whose turn it is, what axe-core finds in light and dark. Used by the
// scripts beside it, which Python starts with MODULES CHROMIUM OPTIONS LINK ...; OPTIONS is JSON.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [modules, chromium, given, ...links] = process.argv.slice(2);
const require = createRequire(join(modules, "x"));
const puppeteer = require("puppeteer-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

// how: click (1280 px), tap (390 px) or key; plant: [file, text, other text] to be exchanged in what the server sends,
// so that tests can see a fault found; lax: without the content security policy; shots: a folder for screenshots.
export const options = { how: "click", plant: [], lax: false, shots: "", ...JSON.parse(given) };
export { links };
export const narrow = options.how === "tap";
export const [width, height] = narrow ? [390, 844] : [1280, 900];
export const say = (text) => console.log(`${options.how}: ${text}`);
export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

export const browser = await puppeteer.launch({
  executablePath: chromium,
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"],
  protocolTimeout: 600000,
});

async function exchange(request) {
  const [file, text, other] = options.plant;
  if (!request.url().endsWith(file)) return request.continue();
  const answer = await fetch(request.url());
  const body = await answer.text();
  if (!body.includes(text)) say(`nothing to plant in ${file}`);
  const headers = Object.fromEntries(answer.headers);
  delete headers["content-encoding"];
  delete headers["content-length"];
  await request.respond({ status: answer.status, headers, body: body.replace(text, () => other) });
}

// The content security policy stays in force: what it keeps out is an error on the console.
export async function open(link, ready = "#prompt, form") {
  const page = await (await browser.createBrowserContext()).newPage();
  page.lost = false; // whether the server is down on purpose
  page.on("pageerror", (problem) => say(`script: ${problem.message}`));
  page.on("console", (line) => line.type() === "error" && !page.lost && say(`console: ${line.text()}`));
  page.on("request", (asked) => {
    const { protocol, host } = new URL(asked.url());
    if (protocol !== "data:" && host !== new URL(link).host) say(`request: ${asked.url()}`);
  });
  if (options.plant.length) {
    await page.setRequestInterception(true);
    page.on("request", exchange);
  }
  await page.setBypassCSP(options.lax);
  await page.setViewport({ width, height, isMobile: narrow, hasTouch: narrow });
  await page.goto(link);
  await page.waitForSelector(ready);
  return page;
}

export async function inspect(page, name) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  if (wide > width) say(`${name}: overflow: ${wide} px`);
  const [title, asked] = await page.evaluate(() => [
    document.title, document.querySelector("#people .asked > span")?.textContent ?? "",
  ]);
  if (!title.includes(asked)) say(`${name}: title: ${title}: without ${asked}`);
  await page.evaluate(axe);
  for (const value of ["light", "dark"]) {
    // With motion, colours change slowly.
    const calm = { name: "prefers-reduced-motion", value: "reduce" };
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }, calm]);
    if (options.shots)
      await page.screenshot({ path: join(options.shots, `${name}-${width}-${value}.png`), fullPage: true });
    const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
    for (const one of found.violations)
      say(`${name}: axe: ${value}: ${one.id}: ${one.nodes.length} times, first ${one.nodes[0].html.slice(0, 160)}`);
  }
  await page.emulateMediaFeatures([]);
}

// Activate an element as the reader of this page does; with keys alone it has to be reached by Tab.
export async function use(page, handle) {
  if (options.how !== "key") {
    // A person waits until pieces have come to rest, and moves the page where something lies under the bar at its foot.
    await page.waitForFunction(() => document.getAnimations().every((each) => each.playState !== "running"));
    await handle.evaluate((each) => each.scrollIntoView({ block: "center" }));
  }
  if (options.how === "tap") return handle.tap();
  if (options.how === "click") return handle.click();
  for (let times = 0; times < 400; times += 1) {
    if (await handle.evaluate((each) => each === document.activeElement)) return page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
  }
  throw new Error(`not reached by keys: ${await handle.evaluate((each) => each.outerHTML.slice(0, 120))}`);
}

export const seen = (page, selector) => page.waitForSelector(selector, { visible: true, timeout: 60000 });

// Numbers between 0 and 1, the same in every run.
let state = 2166136261;
export function random() {
  state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) | 0;
  return ((state ^ (state >>> 13)) >>> 0) / 4294967296;
}
export const pick = (list) => list[Math.floor(random() * list.length)];

// Run what a script does; whatever goes wrong is one of the faults that are printed.
export async function run(work) {
  try {
    await work();
  } catch (problem) {
    say(`stopped: ${problem.message}`);
  }
  await browser.close();
}
