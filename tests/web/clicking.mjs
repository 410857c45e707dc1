// Plays a game by clicks (1280 px), taps (390 px) or keys alone, each seat in a browser of its own, and prints what is
// wrong, one line each. The last line is how many decisions were made. Options are chosen at random, half of them on
// the table itself where they are about something there.
import { inspect, links, open, options, pause, pick, random, run, seen, use } from "./browsing.mjs";

let made = 0;
const turn = async (page) => (await page.title()).startsWith("● ");

async function toChoose(page) {
  const offered = random() < 0.5 ? await page.$$("#table .offered") : [];
  const buttons = await page.$$("#question [data-choice]");
  return pick(offered.length ? offered : buttons.length ? buttons : [await page.$("#choose-amount")]);
}

async function decide(page) {
  const before = await page.evaluate(() => document.body.dataset.at);
  await use(page, await toChoose(page));
  await seen(page, "#confirm, #answer [data-choice]");
  const menu = await page.$$("#answer [data-choice]");
  if (menu.length) await use(page, pick(menu));
  await use(page, await seen(page, "#confirm"));
  await page.waitForFunction((then) => document.body.dataset.at !== then, { timeout: 60000 }, before);
  made += 1;
}

async function asked(pages) {
  for (let times = 0; times < 600; times += 1) {
    for (const page of pages) if (await turn(page)) return page;
    if (await pages[0].$("#question table")) return null; // the points at the end
    await pause(50);
  }
  throw new Error("nobody is asked");
}

await run(async () => {
  const pages = [];
  for (const link of links) pages.push(await open(link));
  if (!(await pages[0].$("#prompt"))) return inspect(pages[0], "lobby");
  const { every = 40, first = 5 } = options;
  for (let page = await asked(pages); page && made < options.most; page = await asked(pages)) {
    if (made % every === first) {
      await inspect(page, `asked-${made}`);
      await inspect(pages.find((each) => each !== page) ?? page, `waiting-${made}`);
    }
    await decide(page);
  }
  if (made < options.most) for (const page of pages.slice(0, 2)) await inspect(page, "end");
});
console.log(made);
