import type { Browser, CDPSession, Page } from '@playwright/test';
import type { FloorGraph } from './floors/react-flow-page/floor-graph.ts';

const VIEW = { width: 1440, height: 900 };
const MOVES = 80;
const STEP_PX = 6;
const FRAME_MS = 16;
/** CPU is sampled this often; below so much of it a page is idle. React Flow alone uses up to 12 ms during a drag. */
const SAMPLE_MS = 250;
const IDLE_CPU_MS = 25;
/**
 * Delays before each heap measurement. Uneven, so that they are not in phase with the page's timer
 * of 250 ms.
 */
const HEAP_LOOK_GAPS_MS = [300, 230, 270, 350, 210, 330, 250, 310, 290, 370];

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
type Point = { readonly x: number; readonly y: number };

/**
 * A page with a React Flow canvas, the product's or the floor's, both driven the same way, and the
 * CPU time of its main thread.
 */
export class CanvasPage {
  readonly page: Page;
  readonly #cdp: CDPSession;

  private constructor(page: Page, cdp: CDPSession) {
    this.page = page;
    this.#cdp = cdp;
  }

  /** @param size of the window. @defaultValue that of a common screen */
  static async open(browser: Browser, url: string, size = VIEW): Promise<CanvasPage> {
    const context = await browser.newContext({ viewport: size, locale: 'en' });
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    // CPU time of the thread instead of wall time, so that other processes do not count.
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(url);
    await page.locator('.react-flow__node').first().waitFor({ state: 'attached' });
    const canvas = new CanvasPage(page, cdp);
    await canvas.untilQuiet();
    return canvas;
  }

  close(): Promise<void> {
    return this.page.context().close();
  }

  /** CPU that the main thread has used so far, in milliseconds. */
  async cpuMs(): Promise<number> {
    const { metrics } = await this.#cdp.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  }

  /**
   * Size of the page's live objects after garbage collection, in MB. A frame in progress may retain
   * some, so the least of several measurements counts.
   */
  async heapMb(): Promise<number> {
    const looks: number[] = [];
    for (const gapMs of HEAP_LOOK_GAPS_MS) {
      await this.page.waitForTimeout(gapMs);
      for (let times = 0; times < 3; times++) await this.#cdp.send('HeapProfiler.collectGarbage');
      const { usedSize } = await this.#cdp.send('Runtime.getHeapUsage');
      looks.push(usedSize / 2 ** 20);
    }
    return Math.min(...looks);
  }

  /** Waits until the main thread has been nearly idle for two samples. */
  async untilQuiet(): Promise<void> {
    for (let before = await this.cpuMs(), quiet = 0; quiet < 2; ) {
      await this.page.waitForTimeout(SAMPLE_MS);
      const now = await this.cpuMs();
      quiet = now - before < IDLE_CPU_MS ? quiet + 1 : 0;
      before = now;
    }
  }

  async canvasBox(): Promise<Box> {
    const box = await this.page.locator('.react-flow').boundingBox();
    if (!box) throw new Error('There is no canvas');
    return box;
  }

  /** The viewport transform of the canvas. */
  viewport(): Promise<FloorGraph['viewport']> {
    return this.page.locator('.react-flow__viewport').evaluate((element) => {
      const { a, e, f } = new DOMMatrix(getComputedStyle(element).transform);
      return { x: e, y: f, zoom: a };
    });
  }

  /** CPU of one pointer move while the canvas is panned, there and back. */
  async pan(): Promise<number> {
    // The middle button pans the canvas with any tool.
    return this.#pull(await this.#emptyPlace(), 'middle');
  }

  /** CPU of one pointer move while the node nearest to the middle is dragged. */
  async drag(): Promise<number> {
    return this.#pull(await this.middleNode());
  }

  /** The middle of the node nearest to the middle of the canvas. */
  async middleNode(): Promise<Point> {
    const middle = middleOf(await this.canvasBox());
    const distance = (point: Point) => Math.hypot(point.x - middle.x, point.y - middle.y);
    const nearest = (await this.#nodeBoxes()).map(middleOf).sort((a, b) => distance(a) - distance(b))[0];
    if (!nearest) throw new Error('No node is in sight');
    return nearest;
  }

  async #pull({ x, y }: Point, button: 'left' | 'middle' = 'left'): Promise<number> {
    const { mouse } = this.page;
    await mouse.move(x, y);
    await mouse.down({ button });
    await mouse.move(x + STEP_PX, y + STEP_PX, { steps: 3 });
    await this.untilQuiet();
    const before = await this.cpuMs();
    for (let move = 1; move <= MOVES; move++) {
      const away = STEP_PX * (1 + Math.min(move, MOVES - move));
      await mouse.move(x + away, y + away / 2);
      await this.page.waitForTimeout(FRAME_MS);
    }
    const used = (await this.cpuMs()) - before;
    await mouse.up({ button });
    await this.untilQuiet();
    return used / MOVES;
  }

  #nodeBoxes(): Promise<Box[]> {
    return this.page
      .locator('.react-flow__node')
      .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().toJSON() as Box));
  }

  /** The position nearest to the middle of the canvas without a node or edge. */
  async #emptyPlace(): Promise<Point> {
    const box = await this.canvasBox();
    const place = await this.page.evaluate(({ x, y, width, height }) => {
      const middle = { x: x + width / 2, y: y + height / 2 };
      const points = Array.from({ length: 2500 }, (_, index) => ({
        x: x + 60 + ((index % 50) * (width - 120)) / 50,
        y: y + 60 + (Math.floor(index / 50) * (height - 120)) / 50,
      }));
      const isEmpty = (point: Point) => document.elementFromPoint(point.x, point.y)?.classList.contains('react-flow__pane');
      const far = (point: Point) => Math.hypot(point.x - middle.x, point.y - middle.y);
      return points.sort((a, b) => far(a) - far(b)).find(isEmpty);
    }, box);
    if (!place) throw new Error('No place on the canvas is empty');
    return place;
  }
}

function middleOf({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}
