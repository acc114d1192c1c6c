import type { Browser, Page } from '@playwright/test';
import type { Client } from '#lib/api/client.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { median } from './aims.ts';
import { gridFlow } from './canvas-grid.ts';
import { CanvasPage } from './canvas-page.ts';
import type { CanvasFloor, LoggedEvent } from './floors/canvas-floor.ts';
import { countScriptBytes } from './script-bytes.ts';
import type { SlowServer } from './slow-server.ts';

export type CanvasBench = {
  readonly url: string;
  readonly client: Client;
  readonly slow: SlowServer;
  readonly floor: CanvasFloor;
  readonly browser: Browser;
};

type Measure = 'pan' | 'drag' | 'status' | 'panFit';
const measures: readonly Measure[] = ['pan', 'drag', 'status', 'panFit'];
type Shot = Record<Measure, number>;
/**
 * Milliseconds of CPU. `statusWithTimeline`: a status change while the timeline is open, which the
 * floor does not have.
 */
type Round = { readonly product: Shot; readonly floor: Shot; readonly statusWithTimeline: number };

const RUN_SECONDS = 12;
const RUN_LIMIT_MS = 120_000;

/** CPU of the product divided by that of the floor, in alternating rounds: the median of the ratios. */
export async function measureSize(bench: CanvasBench, count: number, rounds: number) {
  const workflow = gridFlow(count, bench.slow.origin);
  const { id } = await bench.client.createWorkflow({ body: workflow });
  bench.slow.meanMs = meanMsFor(count, RUN_SECONDS);
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    measured.push(await measureRound(bench, { workflow, workflowId: id }));
    console.error(`canvas ${count}, round ${round + 1}: ${JSON.stringify(measured.at(-1))}`);
  }
  const ratioOf = (name: Measure) => median(measured.map(({ product, floor }) => product[name] / floor[name]));
  const ratios = Object.fromEntries(measures.map((name) => [name, round(ratioOf(name))])) as Shot;
  return { ratios, rounds: measured };
}

/**
 * Duration of a request for a run of this many seconds. A column's requests run one after another.
 */
function meanMsFor(count: number, seconds: number): number {
  return (seconds * 1000) / Math.sqrt(count / 1.6);
}

async function measureRound(
  bench: CanvasBench,
  { workflow, workflowId }: { workflow: Workflow; workflowId: string },
): Promise<Round> {
  const { browser, floor } = bench;
  const page = await openProduct(bench, workflowId);
  // Only the canvas is measured here, not the timeline.
  await page.page.getByRole('button', { name: 'Collapse the run panel' }).click();
  await page.untilQuiet();
  const product = { panFit: await fitted(page) } as Shot;
  const size = await page.canvasBox();
  const fit = await page.viewport();
  await atFullSize(page);
  const viewport = await page.viewport();
  Object.assign(product, { pan: await page.pan(), drag: await page.drag() });
  const run = await runInPage(bench, page, { isFolded: true });
  const open = await runInPage(bench, page, { isFolded: false });
  await page.close();
  floor.events = run.events;
  const openFloor = async (view: typeof viewport) => {
    floor.graph = toFloorGraph(workflow, view);
    return CanvasPage.open(browser, floor.url, { width: Math.round(size.width), height: Math.round(size.height) });
  };
  const far = await openFloor(fit);
  const floorShot = { panFit: await far.pan() } as Shot;
  await far.close();
  const bare = await openFloor(viewport);
  Object.assign(floorShot, { pan: await bare.pan(), drag: await bare.drag() });
  const before = await bare.cpuMs();
  await bare.page.evaluate(() => (window as unknown as { followRun(): Promise<void> }).followRun());
  floorShot.status = ((await bare.cpuMs()) - before) / run.updates;
  await bare.close();
  return {
    product: rounded({ ...product, status: run.cpuMs }),
    floor: rounded(floorShot),
    statusWithTimeline: round(open.cpuMs),
  };
}

async function openProduct({ browser, url }: CanvasBench, workflowId: string): Promise<CanvasPage> {
  const page = await CanvasPage.open(browser, `${url}/workflows/${workflowId}`);
  await page.page.locator('[data-part="canvas"][aria-busy="false"]').waitFor();
  return page;
}

async function fitted(canvas: CanvasPage): Promise<number> {
  await canvas.page.getByRole('button', { name: 'Fit view' }).click();
  await canvas.untilQuiet();
  return canvas.pan();
}

async function atFullSize(canvas: CanvasPage): Promise<void> {
  await canvas.page.getByTitle('Back to 100%').click();
  await canvas.untilQuiet();
}

/** Runs the workflow from its page. @returns CPU of each status change of a node, and the run's log */
async function runInPage({ client }: CanvasBench, canvas: CanvasPage, { isFolded }: { isFolded: boolean }) {
  // The floor has no timeline. Without it the canvas shows the same number of nodes.
  if (!isFolded) await canvas.page.getByRole('button', { name: 'Expand the run panel' }).click();
  await canvas.untilQuiet();
  const before = await canvas.cpuMs();
  const runId = await startRun(canvas.page);
  // The end is awaited outside of the page: searching its DOM again and again would count as its work.
  const events: LoggedEvent[] = [];
  for await (const event of client.streamEvents(runId)) events.push(event);
  await canvas.page.locator('[data-run-status="succeeded"]').waitFor({ timeout: RUN_LIMIT_MS });
  const used = (await canvas.cpuMs()) - before;
  const updates = events.filter(({ type }) => type === 'node_started' || type === 'node_finished').length;
  return { cpuMs: used / updates, updates, events };
}

async function startRun(page: Page): Promise<string> {
  const before = new URL(page.url()).searchParams.get('run');
  await page.getByRole('banner').getByRole('button', { name: 'Run', exact: true }).click();
  const isAnother = (known: string | null) => new URL(location.href).searchParams.get('run') !== known;
  await page.waitForFunction(isAnother, before, { timeout: RUN_LIMIT_MS });
  return new URL(page.url()).searchParams.get('run') ?? '';
}

function toFloorGraph({ nodes, edges }: Workflow, viewport: CanvasFloor['graph']['viewport']): CanvasFloor['graph'] {
  return {
    nodes: nodes.map(({ id, type, position }) => {
      const isSmall = type === 'start' || type === 'end';
      return { id, x: position.x, y: position.y, width: isSmall ? 144 : 212, height: isSmall ? 29 : 48 };
    }),
    edges: edges.map(({ id, source, target }) => ({ id, source, target })),
    viewport,
  };
}

/**
 * Time from the start of the navigation until the canvas is interactive, and the bytes of the
 * scripts.
 */
export async function measureOpening({ browser, client, slow, url }: CanvasBench, count: number, rounds: number) {
  const { id } = await client.createWorkflow({ body: gridFlow(count, slow.origin) });
  const interactiveMs: number[] = [];
  let editorJsKb = 0;
  // On the first request the server loads the code of the page, which is not the canvas's time.
  for (let visit = 0; visit <= rounds; visit++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en' });
    const page = await context.newPage();
    // Monaco is loaded by the first field that uses it, so not here.
    const scriptBytes = await countScriptBytes(page);
    await page.goto(`${url}/workflows/${id}`, { waitUntil: 'commit' });
    await page.locator('[data-part="canvas"][aria-busy="false"] .react-flow__node').first().waitFor({ state: 'attached' });
    const ms = await page.evaluate(() => new Promise<number>((done) => requestAnimationFrame(() => done(performance.now()))));
    if (visit > 0) interactiveMs.push(Math.round(ms));
    await page.waitForLoadState('networkidle');
    editorJsKb = Math.round(scriptBytes() / 1024);
    await context.close();
  }
  return { interactiveMs, editorJsKb };
}

const KEYS = 80;
const KEY_GAP_MS = 90;
/** A pause after every tenth key, in which debounced work is done: validation, saving. */
const PAUSE_EVERY = 10;
const PAUSE_MS = 1400;

/**
 * CPU of each key in a text field of the inspector until the next one, and of the debounced work in
 * a pause, which delays no key: validation, saving, caret.
 */
export async function measureTyping(bench: CanvasBench, count: number) {
  const { id } = await bench.client.createWorkflow({ body: gridFlow(count, bench.slow.origin) });
  const canvas = await openProduct(bench, id);
  await atFullSize(canvas);
  const { x, y } = await canvas.middleNode();
  await canvas.page.mouse.click(x, y);
  const field = canvas.page.getByRole('complementary').last().getByRole('textbox', { name: 'Name' }).first();
  await field.click();
  await canvas.page.keyboard.press('End');
  await canvas.untilQuiet();
  const keysMs: number[] = [];
  const pausesMs: number[] = [];
  for (let key = 1; key <= KEYS; key++) {
    keysMs.push(await cpuOf(canvas, () => canvas.page.keyboard.press('x'), KEY_GAP_MS));
    if (key % PAUSE_EVERY === 0) pausesMs.push(await cpuOf(canvas, () => undefined, PAUSE_MS));
  }
  await canvas.close();
  const sorted = keysMs.toSorted((a, b) => a - b);
  return {
    p95Ms: round(sorted[Math.floor(KEYS * 0.95)] ?? Number.NaN),
    medianMs: round(median(keysMs)),
    maxMs: round(Math.max(...keysMs)),
    pauseMs: { median: round(median(pausesMs)), max: round(Math.max(...pausesMs)) },
  };
}

/** CPU of the main thread during `act` and some milliseconds after it. */
async function cpuOf(canvas: CanvasPage, act: () => unknown, ms: number): Promise<number> {
  const before = await canvas.cpuMs();
  await act();
  await canvas.page.waitForTimeout(ms);
  return (await canvas.cpuMs()) - before;
}

const HEAP_FIRST_SECONDS = 30;

/** Heap of a newly opened page early and late in a long run, in MB. */
export async function measureHeap(bench: CanvasBench, count: number, seconds: number) {
  const { id } = await bench.client.createWorkflow({ body: gridFlow(count, bench.slow.origin) });
  const firstSeconds = Math.min(HEAP_FIRST_SECONDS, seconds / 5);
  bench.slow.meanMs = meanMsFor(count, seconds + firstSeconds);
  const canvas = await openProduct(bench, id);
  await startRun(canvas.page);
  await canvas.page.waitForTimeout(firstSeconds * 1000);
  const firstMb = await canvas.heapMb();
  await canvas.page.waitForTimeout((seconds - firstSeconds) * 1000);
  const lastMb = await canvas.heapMb();
  await canvas.close();
  return { firstMb: round(firstMb), lastMb: round(lastMb), growthPct: round((lastMb / firstMb - 1) * 100) };
}

function rounded(shot: Shot): Shot {
  return Object.fromEntries(Object.entries(shot).map(([name, value]) => [name, round(value)])) as Shot;
}

function round(value: number): number {
  return Number(value.toFixed(2));
}
