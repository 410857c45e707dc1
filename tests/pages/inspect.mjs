// Opens pages in Chromium and prints what is wrong with them, one line each: overflow on a phone and a desktop,
// violations that axe-core finds in light and dark, requests, errors of scripts. With --shots FOLDER also screenshots.
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, chromium, ...given] = process.argv.slice(2);
const require = createRequire(join(modules, "x"));
const puppeteer = require("puppeteer-core");
const axe = require.resolve("axe-core/axe.min.js");
const at = given.indexOf("--shots");
const shots = at < 0 ? null : given.splice(at, 2)[1];

const browser = await puppeteer.launch({ executablePath: chromium, args: ["--no-sandbox"], protocolTimeout: 600000 });
for (const file of given) {
  const name = basename(file, ".html");
  for (const [width, height, scheme] of [[390, 844, "light"], [1280, 900, "dark"], [1280, 900, "light"]]) {
    const page = await browser.newPage();
    const say = (text) => console.log(`${name} at ${width} px, ${scheme}: ${text}`);
    await page.setBypassCSP(true);
    page.on("pageerror", (problem) => say(`script: ${problem.message}`));
    page.on("console", (line) => line.type() === "error" && say(`console: ${line.text()}`));
    page.on("request", (asked) => /^(file|data|about|blob):/.test(asked.url()) || say(`request: ${asked.url()}`));
    await page.setViewport({ width, height });
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    await page.goto(pathToFileURL(file).href);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > width) say(`overflow: ${wide} px`);
    if (shots) await page.screenshot({ path: join(shots, `${name}-${width}-${scheme}.png`) });
    await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
    const open = await page.evaluate(() => document.documentElement.scrollWidth);
    if (open > width) say(`overflow: ${open} px, everything unfolded`);
    await page.addScriptTag({ path: axe });
    const found = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
    for (const one of found.violations) say(`axe: ${one.id}: ${one.nodes.length} times, first ${one.nodes[0].html.slice(0, 200)}`);
    if (width === 1280 && scheme === "light" && shots) await page.pdf({ path: join(shots, `${name}.pdf`), format: "A4", preferCSSPageSize: true });
    await page.close();
  }
}
await browser.close();
