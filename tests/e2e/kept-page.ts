import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

/** A page keeps what tests left in its process, so it is replaced after this many. */
const MAX_TESTS = 40;
/** Events that tests listen to. */
const events = ['console', 'dialog', 'download', 'pageerror', 'popup', 'request', 'requestfailed', 'response'] as const;
type Kept = {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly session: CDPSession;
  readonly origins: Set<string>;
};

/**
 * One page for tests that follow each other. A new page has to compile the code of the product again, which costs
 * a third of a short test. In between it is cleared of what a test can leave: storage, cookies, routes, listeners,
 * permissions, media, other pages. A page with something that cannot be taken back is closed.
 */
export class KeptPage {
  readonly #browser: Browser;
  #kept: Kept | undefined;
  #tests = 0;
  #isMarked = false;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  async open(): Promise<BrowserContext> {
    this.#kept ??= await this.#make();
    this.#tests++;
    return this.#kept.context;
  }

  /** The page of `open`'s context. */
  get page(): Page {
    if (!this.#kept) throw new Error('open comes first');
    return this.#kept.page;
  }

  /** Ends a test. */
  async release(isFailed: boolean): Promise<void> {
    const kept = this.#kept;
    if (!kept) return;
    if (isFailed || this.#isMarked || this.#tests >= MAX_TESTS || kept.page.isClosed()) await this.close();
    else await clear(kept);
  }

  async close(): Promise<void> {
    const kept = this.#kept;
    this.#kept = undefined;
    this.#tests = 0;
    this.#isMarked = false;
    await kept?.context.close();
  }

  async #make(): Promise<Kept> {
    const context = await this.#browser.newContext();
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const origins = new Set<string>();
    page.on('framenavigated', (frame) => void origins.add(new URL(frame.url()).origin));
    // What these add stays as long as the context.
    this.#mark(context, ['addInitScript', 'exposeBinding', 'exposeFunction', 'newCDPSession', 'routeWebSocket']);
    this.#mark(page, ['addInitScript', 'exposeBinding', 'exposeFunction', 'routeWebSocket', 'addLocatorHandler']);
    this.#mark(page.clock, ['install', 'setFixedTime']);
    return { context, page, session, origins };
  }

  #mark<T extends object>(target: T, methods: readonly (keyof T & string)[]): void {
    for (const method of methods) {
      const original = (target[method] as (...args: unknown[]) => unknown).bind(target);
      Object.defineProperty(target, method, {
        value: (...args: unknown[]) => {
          this.#isMarked = true;
          return original(...args);
        },
      });
    }
  }
}

async function clear({ context, page, session, origins }: Kept): Promise<void> {
  for (const other of context.pages()) if (other !== page) await other.close();
  for (const event of events) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  // The document may be an error page, which has no storage.
  await page.evaluate(() => sessionStorage.clear()).catch(() => {});
  await page.mouse.move(-1, -1);
  await page.goto('about:blank');
  for (const origin of origins)
    if (origin !== 'null') await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  origins.clear();
  await context.clearCookies();
  await context.clearPermissions();
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null });
}
