// Takes a picture of a page from an anchor on: MODULES CHROMIUM FILE OUT WIDTH HEIGHT [ANCHOR].
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, chromium, file, out, width, height, anchor] = process.argv.slice(2);
const puppeteer = createRequire(join(modules, "x"))("puppeteer-core");
const browser = await puppeteer.launch({ executablePath: chromium, args: ["--no-sandbox"] });
const page = await browser.newPage();
await page.setViewport({ width: Number(width), height: Number(height) });
await page.goto(pathToFileURL(file).href);
if (anchor) await page.evaluate((id) => document.getElementById(id).scrollIntoView(), anchor);
await page.screenshot({ path: out });
await browser.close();
