// Takes a picture of a page from an anchor on: MODULES CHROMIUM FILE OUT WIDTH HEIGHT [ANCHOR]. FILE may be the address
// of a table in the browser; a narrow picture is that of a phone, and one that ends in .webp is compressed.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, chromium, file, out, width, height, anchor] = process.argv.slice(2);
const puppeteer = createRequire(join(modules, "x"))("puppeteer-core");
const browser = await puppeteer.launch({ executablePath: chromium, args: ["--no-sandbox"] });
const page = await browser.newPage();
const phone = Number(width) < 500;
const scale = phone ? 1.5 : 1;
await page.setViewport({ width: Number(width), height: Number(height), isMobile: phone, deviceScaleFactor: scale });
const served = file.startsWith("http");
await page.goto(served ? file : pathToFileURL(file).href);
if (served) await page.waitForSelector("#prompt, form");
if (anchor) await page.evaluate((id) => document.getElementById(id).scrollIntoView(), anchor);
await page.screenshot({ path: out, ...(out.endsWith(".webp") && { quality: 80 }) });
await browser.close();
