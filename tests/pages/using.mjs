// Uses pages as a reader does and prints what does not work, one line each. The first page is one of editions, with
// filters, a search and links to single differences; the second a game to step through.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, chromium, editions, replay] = process.argv.slice(2);
const puppeteer = createRequire(join(modules, "x"))("puppeteer-core");
const browser = await puppeteer.launch({ executablePath: chromium, args: ["--no-sandbox"] });
const page = await browser.newPage();
page.on("pageerror", (problem) => console.log(`script: ${problem.message}`));
const hold = (what, fits, more = "") => fits || console.log(`${what} ${more}`.trim());

// The differences that are shown, by what the reader sees: an element without a box is not shown.
const listed = () => page.evaluate(() => [...document.querySelectorAll("article[data-grade]")].map((one) => ({
  id: one.id, grade: one.dataset.grade, assumed: "assumed" in one.dataset, shown: one.offsetHeight > 0,
  text: one.textContent.toLowerCase(), entry: document.querySelector(`[data-for="${one.id}"]`)?.offsetHeight ?? 1,
})));
const said = () => page.$eval("form.filters [role=status]", (one) => one.textContent.match(/\d+/g).map(Number));

async function expect(what, fits) {
  const found = await listed();
  for (const one of found) {
    hold(`${what}: difference`, one.shown === fits(one), `${one.id} is ${one.shown ? "shown" : "hidden"}`);
    hold(`${what}: contents`, (one.entry > 0) === fits(one), one.id);
  }
  const numbers = [found.filter(fits).length, found.length];
  hold(`${what}: status`, String(await said()) === String(numbers), `${await said()} for ${numbers}`);
}

await page.goto(pathToFileURL(editions).href);
await expect("at first", () => true);
const every = await listed();
for (const grade of new Set(every.map((one) => one.grade))) {
  await page.click(`form.filters [name="${grade}"]`);
  await expect(`without ${grade}`, (one) => one.grade !== grade);
  await page.click(`form.filters [name="${grade}"]`);
}
await page.click('form.filters [name="assumed"]');
await expect("only assumed", (one) => one.assumed);
await page.click('form.filters [name="assumed"]');
const words = ["Harvest", "elephant duty", "no such word at all"];
for (const typed of words) {
  await page.type('form.filters [name="search"]', typed);
  await expect(`search ${typed}`, (one) => typed.toLowerCase().split(" ").every((word) => one.text.includes(word)));
  await page.$eval('form.filters [name="search"]', (one) => (one.value = ""));
}
await page.type('form.filters [name="search"]', words[2]);
const last = every.at(-1).id;
await page.evaluate((id) => (location.hash = id), last);
await new Promise((done) => setTimeout(done, 100));
const top = await page.$eval(`[id="${last}"]`, (one) => (one.offsetHeight ? one.getBoundingClientRect().top : -1));
hold("a link to a difference that is filtered out", top >= 0 && top < 900, `leads to ${top}`);
for (const link of await page.$$eval("article[data-grade] a.at", (all) => all.map((one) => one.getAttribute("href"))))
  hold("a link to itself", await page.evaluate((id) => document.getElementById(id) !== null, link.slice(1)), link);

await page.goto(pathToFileURL(replay).href);
const now = () => page.evaluate(() => ({
  told: document.querySelector("ol.story > li.now").textContent, table: document.getElementById("table").textContent,
  at: document.querySelector("form.controls").at.value, hash: location.hash,
}));
const buttons = await page.$$("form.controls button");
const start = await now();
hold("the top of the page", (await page.evaluate(() => scrollY)) === 0);
await buttons[2].click();
const second = await now();
hold("forward", second.at === "1" && second.told !== start.told && second.hash === "#decision-1", second.at);
await page.keyboard.press("ArrowRight");
hold("the right arrow", (await now()).at === "2");
await buttons[3].click();
const end = await now();
hold("the end", end.table !== start.table && Number(end.at) > 2, end.at);
await buttons[0].click();
hold("the beginning", JSON.stringify(await now()) === JSON.stringify(start));
await browser.close();
