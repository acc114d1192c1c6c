import type { Browser, Page } from '@playwright/test';

/** A cheap phone on a slow mobile network, as Lighthouse has it. */
const SLOW_PHONE = {
  viewport: { width: 390, height: 844 },
  cpuSlowdown: 4,
  network: { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 },
};
/** So long nothing more is loaded or painted. */
const QUIET_MS = 1500;

export type PageWeight = {
  /** First contentful paint of a second visit, in milliseconds. */
  readonly firstPaintMs: number;
  /** Scripts of a first visit as transferred, in units of 1024 bytes. */
  readonly jsKb: number;
  /** Largest contentful paint of a first visit on a slow phone, in milliseconds. */
  readonly lcpMs: number;
};

/** What the first screen of a page costs its visitors. */
export async function weighPage(browser: Browser, url: string): Promise<PageWeight> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en' });
  try {
    const jsKb = (await bytesOf(await context.newPage(), url, 'Script')) / 1024;
    const again = await context.newPage();
    await again.goto(url);
    return { firstPaintMs: await firstPaintOf(again), jsKb, lcpMs: await lcpOnSlowPhone(browser, url) };
  } finally {
    await context.close();
  }
}

/** Bytes that a page transfers of one type of resource, or of all, until it is quiet. */
export async function bytesOf(page: Page, url: string, type?: string): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  const types = new Map<string, string>();
  let bytes = 0;
  cdp.on('Network.responseReceived', (event) => void types.set(event.requestId, event.type));
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (type === undefined || types.get(requestId) === type) bytes += encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await untilQuiet(page);
  return bytes;
}

async function firstPaintOf(page: Page): Promise<number> {
  await untilQuiet(page);
  return page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN);
}

async function lcpOnSlowPhone(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: SLOW_PHONE.viewport, isMobile: true, hasTouch: true, locale: 'en' });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', SLOW_PHONE.network);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PHONE.cpuSlowdown });
  await page.goto(url, { waitUntil: 'networkidle' });
  const lcp = await untilQuiet(page);
  await context.close();
  return lcp;
}

/** Waits until a page loads and paints nothing more. @returns its largest contentful paint, in milliseconds */
function untilQuiet(page: Page): Promise<number> {
  return page.evaluate(
    (quietMs) =>
      new Promise<number>((resolve) => {
        let lcp = Number.NaN;
        const end = () => resolve(lcp);
        let timer = setTimeout(end, quietMs);
        const observe = (type: string) =>
          new PerformanceObserver((list) => {
            if (type === 'largest-contentful-paint') lcp = list.getEntries().at(-1)?.startTime ?? lcp;
            clearTimeout(timer);
            timer = setTimeout(end, quietMs);
          }).observe({ type, buffered: true });
        for (const type of ['resource', 'paint', 'largest-contentful-paint']) observe(type);
      }),
    QUIET_MS,
  );
}
