/**
 * A walk through the pages in Firefox, driven by WebDriver BiDi.
 *
 *   node walk.js '{"url": ..., "firefox": ..., "axe": ..., "words": ..., "tables": [...], ...}'
 *
 * What was seen is printed as JSON: each station, and what axe or the console complained of there.
 */

import { readFileSync } from 'node:fs';
import puppeteer from 'puppeteer-core';

const given = JSON.parse(process.argv[2]);
const { words } = given;
const axe = readFileSync(given.axe, 'utf8');
const PATIENCE = 60_000; // ms; bounds a page that hangs

const browser = await puppeteer.launch({
  browser: 'firefox',
  executablePath: given.firefox,
  headless: true,
  extraPrefsFirefox: { 'app.update.disabledForTesting': true },
});

/** @type {{name: string, problems: string[]}[]} */
const stations = [];
/** @type {string[]} */
const complaints = [];

const page = await browser.newPage();
page.setDefaultTimeout(PATIENCE);
await page.setViewport({ width: 1024, height: 768 });
page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`));
page.on('console', (message) => {
  if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
});

/** @param {string} path */
const go = (path) => page.goto(given.url + path);

/** @param {number} n */
const tile = (n) => `#board .tile[data-n="${n}"]`;

/** @param {string} selector */
const seen = (selector) => page.waitForSelector(selector, { visible: true });

/**
 * A button or a link by its words.
 *
 * @param {string} name
 */
const press = async (name) => (await seen(`::-p-aria([name="${name}"])`)).click();

/**
 * @param {string} selector
 * @param {string} text
 */
const says = (selector, text) =>
  page.waitForFunction(
    (where, wanted) => document.querySelector(where)?.textContent?.includes(wanted),
    {},
    selector,
    text,
  );

/** What axe finds on the page as it stands. @param {string} name */
async function look(name) {
  await page.evaluate(axe);
  const found = await page.evaluate(
    async (tags) => {
      // What is fading in has its own colours, on a busy machine for long.
      const ending = ({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime);
      for (const moving of document.getAnimations().filter(ending)) moving.finish();
      const { violations } = await window.axe.run({ runOnly: tags, resultTypes: ['violations'] });
      return violations.flatMap(({ id, nodes }) =>
        nodes.slice(0, 3).map((node) => `${id}: ${node.html.slice(0, 200)}`),
      );
    },
    ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'],
  );
  stations.push({ name, problems: [...found, ...complaints.splice(0)] });
}

/** Sit down at a table with all its tokens. @param {{id: string, tokens: Record<string, string>}} table */
async function sit({ id, tokens }) {
  await page.evaluate(
    (key, held) => localStorage.setItem(key, held),
    `lastpick:seat:${id}`,
    JSON.stringify({ tokens }),
  );
  await go(`/game/${id}`);
  await seen('#board .tile.is-legal');
}

try {
  await go('/');
  await seen('main');
  await look('start');

  const [byMouse, byKeyboard] = given.tables;
  await sit(byMouse);
  for (const n of byMouse.picks) {
    await page.click(tile(n));
    await seen(`${tile(n)}.is-picked`);
  }
  await seen('#over');
  await look('a game by mouse');

  await seen('#review [role=slider]');
  await page.focus('#review [role=slider]');
  await page.keyboard.press('Home');
  await page.waitForSelector('#review [role=slider][aria-valuenow="0"]');
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector('#review [role=slider][aria-valuenow="1"]');
  await look('a review');

  await sit(byKeyboard);
  const [first, ...others] = byKeyboard.picks;
  await page.keyboard.press('b'); // the board, at its first legal tile
  for (let at = 1; at < first; at += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await seen(`${tile(first)}.is-picked`);
  for (const n of others) {
    for (const key of [...String(n), 'Enter']) await page.keyboard.press(key);
    await seen(`${tile(n)}.is-picked`);
  }
  await seen('#over');
  await look('a game by keyboard');

  await go(`/learn/${given.lesson.name}`);
  await says('#text', given.lesson.texts[0]);
  await press(words.learn.goOn);
  await says('#text', given.lesson.texts[1]);
  await page.click(tile(given.lesson.wrong));
  await seen(`${tile(given.lesson.wrong)}.is-bad`);
  await page.click(tile(given.lesson.right));
  await seen(`${tile(given.lesson.right)}.is-good`);
  await look('a lesson');

  await go(`/daily/${given.daily.day}`);
  await seen('#board .tile.is-legal');
  await page.click(tile(given.daily.right));
  await seen('#result');
  await look('a daily puzzle');
} catch (error) {
  const at = await page.evaluate(() => `${location.pathname}: ${document.body.innerText}`);
  stations.push({ name: 'the end', problems: [String(error), at.slice(0, 600), ...complaints] });
} finally {
  await browser.close();
}
console.log(JSON.stringify(stations));
