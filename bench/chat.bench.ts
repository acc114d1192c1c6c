import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { fakeText } from '#tests/support/fake-model/behaviour.ts';
import { startFakeModel } from '#tests/support/fake-model/start-fake-model.ts';
import { bearer, callApi, publish } from '#tests/support/published-endpoint.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { workflowOf } from '#tests/support/test-engine.ts';
import { ensureService } from '../scripts/test/services.mjs';
import { aim, median } from './aims.ts';
import { buildPages } from './build-pages.ts';
import { bytesOf, type PageWeight, weighPage } from './chat-page-weight.ts';
import type { BenchOptions, BenchResult } from './run.ts';

const TOKENS = 300;
const TOKEN_MS = 10;
const ANSWER_TIMEOUT_MS = 60_000;
const SESSION = 'long';
/** A message of the user with this text is answered by the model, any other one at once. */
const ASK_MODEL = 'stream';

type Site = {
  readonly browser: Browser;
  readonly url: string;
  readonly pageUrl: string;
  readonly token: string;
  readonly slug: string;
};

/**
 * The chat page with a session of many messages, in Chromium: time from the address to the last answer, share
 * of the main thread while an answer streams, and what a reload in mid-stream loses. Then what the first screen and the
 * widget cost a visitor. `--messages 1000`, `--rounds 3`.
 */
export default async function chat(options: BenchOptions): Promise<BenchResult> {
  const messages = Number(options.messages ?? 1000);
  const rounds = Number(options.rounds ?? 3);
  return withSite(messages, async (site) => {
    const openMs: number[] = [];
    const shares: number[] = [];
    let lost = 0;
    const weights: PageWeight[] = [];
    // The first page after a start loads code that the others find loaded.
    await open(site).then(({ page }) => page.context().close());
    for (let round = 0; round < rounds; round++) {
      const { page, tookMs } = await open(site);
      openMs.push(tookMs);
      shares.push(await streamShare(page));
      lost += await lostByReload(page);
      await page.context().close();
      weights.push(await weighPage(site.browser, `${site.url}/chat/${site.slug}`));
    }
    const widgetKb = await weighWidget(site);
    const aims = [
      aim('openMs', median(openMs), { atMost: 800 }),
      aim('mainThreadShare', median(shares), { atMost: 0.3 }),
      aim('lost', lost, { atMost: 0 }),
      aim('firstPaintMs', median(weights.map(({ firstPaintMs }) => firstPaintMs)), { atMost: 500 }),
      aim('jsKb', median(weights.map(({ jsKb }) => jsKb)), { atMost: 180 }),
      aim('lcpMs', median(weights.map(({ lcpMs }) => lcpMs)), { atMost: 1200 }),
      aim('widgetKb', widgetKb, { atMost: 60 }),
    ];
    return { name: 'chat', aims, messages, openMs, shares, weights };
  });
}

async function withSite<T>(messages: number, use: (site: Site) => Promise<T>): Promise<T> {
  await buildPages();
  const { THREADLOOM_TEST_CHROMIUM: executablePath } = await ensureService('chromium');
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-chat-'));
  const fake = await startFakeModel();
  const config = `models:\n  slow:\n    provider: openai-compatible\n    base_url: ${fake.url}\n    model: fake-t${TOKENS}-d${TOKEN_MS}\n`;
  const server = await ServerProcess.start({ dataFolder: join(folder, 'data'), config, isHeadless: false });
  // The page of the shop is not on this machine, and would have to ask for what is.
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-features=LocalNetworkAccessChecks'];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const { slug } = await publish(server.url, talk);
    const settings = { access: 'public', ratePerMinute: 1_000_000, visitorRatePerMinute: 1_000_000 };
    await callApi(`${server.url}/api/v1/deployments/${slug}/chat-page`, { method: 'PUT', body: settings });
    const visitor = await callApi(`${server.url}/api/v1/chat/${slug}/visitors`, { method: 'POST' });
    const token = String(visitor.json.token);
    for (let turn = 1; turn <= messages / 2; turn++) await say(server.url, { slug, token, turn });
    return await use({ browser, url: server.url, pageUrl: `${server.url}/chat/${slug}?chat=${SESSION}`, token, slug });
  } finally {
    await browser.close();
    await server.end();
    await fake.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const talk = workflowOf(
  {
    start: ['start', { inputs: [{ name: 'message', type: 'text', required: true }] }],
    which: ['condition', { when: `start.message == '${ASK_MODEL}'` }],
    tell: ['llm', { model: 'slow', userPrompt: '{{start.message}}' }],
    told: ['end', { outputs: { answer: '{{tell.output}}' } }],
    same: ['end', { outputs: { answer: '**Answer** to {{start.message}}\n\n- one\n- two\n\nAnd a sentence after the list.' } }],
  },
  ['start -> which', 'which.true -> tell', 'tell -> told', 'which.false -> same'],
);

async function say(url: string, { slug, token, turn }: { slug: string; token: string; turn: number }): Promise<void> {
  const body = { inputs: { message: `Message ${turn}` }, sessionId: SESSION };
  const call = () => callApi(`${url}/api/v1/run/${slug}`, { body, headers: bearer(token) });
  let answer = await call();
  // Requests of visitors have a limit of their own.
  while (answer.status === 429) {
    await wait(1000 * Number(answer.headers['retry-after'] ?? 1));
    answer = await call();
  }
  if (answer.json.status !== 'succeeded') throw new Error(`Turn ${turn} was answered with ${JSON.stringify(answer.json)}`);
}

/** A new browser context of the visitor, at the end of the session. */
async function open({ browser, pageUrl, token, slug }: Site): Promise<{ page: Page; tookMs: number }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en' });
  const keep = ([key, value]: readonly [string, string]) => localStorage.setItem(key, value);
  await context.addInitScript(keep, [`threadloom.chat.credential.${slug}`, token] as const);
  await context.addInitScript(noteFirstAnswer, ANSWER);
  const page = await context.newPage();
  await page.goto(pageUrl);
  await lastAnswer(page).waitFor();
  return { page, tookMs: await page.evaluate(() => (window as NotingWindow).firstAnswer ?? Number.NaN) };
}

type NotingWindow = Window & { firstAnswer?: Promise<number> };

/** The conversation is drawn at once, so that its first answer and its last one are in the same frame. */
function noteFirstAnswer(answer: string): void {
  (window as NotingWindow).firstAnswer = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(answer)) return;
      observer.disconnect();
      // The frame after the one in which it is drawn. Looking from outside is late by up to half a second.
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
    });
    observer.observe(document, { childList: true, subtree: true });
  });
}

/** What the widget loads before it is opened, in units of 1024 bytes. */
async function weighWidget({ browser, url, slug }: Site): Promise<number> {
  const page = await browser.newPage();
  await page.route('http://shop.test/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Shop</title><script src="${url}/widget.js" data-endpoint="${slug}" async></script>`,
    }),
  );
  const bytes = await bytesOf(page, 'http://shop.test/', 'Script');
  await page.close();
  if (bytes === 0) throw new Error('The script of the widget was not loaded');
  return bytes / 1024;
}

const ANSWER = '[data-part="answer"]';
const lastAnswer = (page: Page) => page.locator(ANSWER).last();

async function ask(page: Page): Promise<number> {
  const turns = await page.locator('[data-turn]').count();
  const field = page.getByRole('textbox', { name: 'Message', exact: true });
  await field.fill(ASK_MODEL);
  await field.press('Enter');
  await page.locator('[data-turn-status="running"] [data-part="answer"]').waitFor({ timeout: ANSWER_TIMEOUT_MS });
  return turns;
}

async function untilEnded(page: Page): Promise<void> {
  await page.locator('[data-turn-status="running"], [data-turn-status="queued"]').first().waitFor({ state: 'detached' });
}

/** CPU of the main thread while an answer is written, as a share of the time that it takes. */
async function streamShare(page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await ask(page);
  const [before, startedAt] = [await cpuMs(cdp), performance.now()];
  await untilEnded(page);
  return ((await cpuMs(cdp)) - before) / (performance.now() - startedAt);
}

async function cpuMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

/** Characters of an answer that are missing, or there twice, after a reload while it was written. */
async function lostByReload(page: Page): Promise<number> {
  await ask(page);
  await page.reload();
  await page.locator('[data-turn-status]').last().waitFor();
  await untilEnded(page);
  const shown = ((await lastAnswer(page).textContent()) ?? '').trim();
  return shown === fakeText(TOKENS) ? 0 : Math.max(1, Math.abs(fakeText(TOKENS).length - shown.length));
}
