import type { Browser } from '@playwright/test';
import { countScriptBytes } from '../script-bytes.ts';
import type { Product, SetUp } from './product.ts';

const LIMIT_MS = 60_000;

/** Opens the editor with an empty cache. The canvas can be used when a node is drawn. */
export async function openEditor(
  browser: Browser,
  product: Product,
  { editorUrl, cookies, storage = {} }: SetUp,
): Promise<{ canvasMs: number; scriptsKb: number }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en' });
  try {
    const { origin } = new URL(editorUrl);
    await context.addCookies(cookies.map(({ name, value }) => ({ name, value, url: origin })));
    const page = await context.newPage();
    await page.addInitScript((items) => {
      for (const [name, value] of Object.entries(items)) localStorage.setItem(name, value);
    }, storage);
    const scriptBytes = await countScriptBytes(page);
    await page.goto(editorUrl, { waitUntil: 'commit' });
    await page.locator(product.nodeSelector).first().waitFor({ state: 'visible', timeout: LIMIT_MS });
    const canvasMs = await page.evaluate(
      () => new Promise<number>((done) => requestAnimationFrame(() => done(performance.now()))),
    );
    await page.waitForLoadState('networkidle', { timeout: LIMIT_MS });
    return { canvasMs, scriptsKb: scriptBytes() / 1024 };
  } finally {
    await context.close();
  }
}
