import { type CDPSession, expect, type Page, test } from '@playwright/test';
import { edges, middleOf, nodeOnCanvas, openEditor, waitForSave } from './editor-page.ts';
import { edge, node } from './run-page.ts';
import { saveWorkflow } from './studio-page.ts';

// Chromium rebuilds the layers of a page when an element moves, at a cost that grows with all that is painted, unless
// the element has a compositing layer of its own.

const MOVES = 24;
/** Too narrow for the minimap, which is redrawn with every move and is hidden for large workflows as well. */
const WITHOUT_MAP = { width: 1000, height: 800 };

test.use({ viewport: WITHOUT_MAP });

async function openFlow(page: Page) {
  const letter = node('letter', 'template', { template: 'Dear {{start.name}}' });
  const all = [node('start', 'start', { inputs: [{ name: 'name', type: 'text' }] }), letter, node('end', 'end', { outputs: {} })];
  const nodes = all.map((one, index) => ({ ...one, position: { x: 0, y: index * 96 } }));
  await openEditor(
    page,
    await saveWorkflow(page, { name: 'Layers', nodes, edges: [edge('start', 'letter'), edge('letter', 'end')] }),
  );
}

type TraceEvent = { readonly ph: string; readonly name: string };

/** How often the page's layers are rebuilt during `act`. */
async function layersMadeBy(page: Page, act: () => Promise<void>): Promise<number> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', { traceConfig: { includedCategories: ['cc', 'blink', 'devtools.timeline'] } });
  await act();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  expect(
    events.some(({ name }) => name === 'Commit'),
    'something was drawn',
  ).toBe(true);
  return events.filter(({ ph, name }) => ph === 'X' && name === 'PaintArtifactCompositor::Update').length;
}

/** Waits for a frame after each move. */
async function pull(page: Page, { x, y }: { x: number; y: number }) {
  for (let move = 1; move <= MOVES; move++) {
    await page.mouse.move(x + move * 5, y + move * 2);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  }
}

/** The canvas is in front of its panels only while something is dragged. */
function stackingOf(page: Page): Promise<string> {
  return page.locator('[data-part="canvas"]').evaluate((canvas) => getComputedStyle(canvas).zIndex);
}

test('panning moves the canvas as one compositing layer', async ({ page }) => {
  await openFlow(page);
  const { x, y } = await middleOf(nodeOnCanvas(page, 'letter'));
  const start = { x: x - 200, y };
  await page.mouse.move(start.x, start.y);
  await page.mouse.down({ button: 'middle' });
  await page.mouse.move(start.x + 2, start.y);
  const made = await layersMadeBy(page, () => pull(page, start));
  expect(await stackingOf(page)).toBe('5');
  await page.mouse.up({ button: 'middle' });
  expect(await stackingOf(page)).toBe('auto');
  expect((await middleOf(nodeOnCanvas(page, 'letter'))).x).toBeCloseTo(x + MOVES * 5, 0);
  expect(made).toBeLessThan(MOVES / 3);
});

/** For each edge, whether it has its own compositing layer. */
const picturesOf = (page: Page) => edges(page).evaluateAll((all) => all.map((one) => one.closest('svg')?.getAnimations().length));

test('a node is dragged as one compositing layer with its edges, and all is as before afterwards', async ({ page }) => {
  await openFlow(page);
  const letter = nodeOnCanvas(page, 'letter');
  const { x, y } = await middleOf(letter);
  const grabAreas = page.locator('.react-flow__edge-interaction, .react-flow__edgeupdater');
  await expect(grabAreas).toHaveCount(2 * 3);
  await page.mouse.move(x, y);
  await page.mouse.down();
  // Nothing moves before the first grid step.
  await page.mouse.move(x + 20, y, { steps: 4 });
  await expect(page.locator('.edge-ground')).toHaveCount(2);
  await expect(grabAreas).toHaveCount(0);
  expect(await stackingOf(page)).toBe('5');
  expect(await picturesOf(page)).toEqual([1, 1]);
  // The pointer stays on the node itself and does not move between its parts.
  const under = await page.evaluate(([left, top]) => document.elementFromPoint(left, top)?.className, [x + 20, y] as const);
  expect(under).toContain('react-flow__node');
  const made = await layersMadeBy(page, () => pull(page, { x: x + 20, y }));
  await page.mouse.up();
  expect(made).toBeLessThan(MOVES / 3);
  await expect.poll(async () => (await middleOf(letter)).x).toBeGreaterThan(x + MOVES * 4);
  await expect(page.locator('.edge-ground')).toHaveCount(0);
  await expect(grabAreas).toHaveCount(2 * 3);
  expect(await stackingOf(page)).toBe('auto');
  expect(await letter.evaluate((element) => element.getAnimations().length)).toBe(0);
  expect(await picturesOf(page)).toEqual([0, 0]);
});

test('another page that opens during a drag shows nothing of it', async ({ page }) => {
  await openFlow(page);
  const { x, y } = await middleOf(nodeOnCanvas(page, 'letter'));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y, { steps: 4 });
  await expect(page.locator('html')).toHaveAttribute('data-dragging');
  // The pointer holds the node, so the link is followed as by a key.
  await page.locator('nav a[href="/runs"]').first().press('Enter');
  await expect(page).toHaveURL(/\/runs$/);
  await expect(page.locator('html')).not.toHaveAttribute('data-dragging');
  await page.mouse.up();
});

test('the saved mark adds no compositing layer', async ({ page }) => {
  await openFlow(page);
  await nodeOnCanvas(page, 'letter').click();
  const name = page.getByRole('complementary').last().getByRole('textbox', { name: 'Name' }).first();
  await name.click();
  let made = 0;
  for (const letter of 'abc') {
    await name.press(letter);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    made += await layersMadeBy(page, () => waitForSave(page, 'saved'));
  }
  await expect(nodeOnCanvas(page, 'letter')).toContainText('abc');
  expect(made).toBeLessThan(2);
});

test('nodes that start and end add no compositing layer each', async ({ page }) => {
  // .invalid never resolves (RFC 2606), so each node takes as long as its retry delay.
  const options = { retry: { attempts: 2, delayMs: 400, on: 'all' }, onError: { continue: null } };
  const steps = Array.from({ length: 12 }, (_, index) =>
    node(`fetch${index}`, 'http', { method: 'GET', url: 'https://nobody.invalid/' }, options),
  );
  const all = [node('start', 'start', { inputs: [] }), ...steps];
  await openEditor(
    page,
    await saveWorkflow(page, {
      name: 'Ticks',
      nodes: all.map((one, index) => ({ ...one, position: { x: 0, y: index * 48 } })),
      edges: steps.map(({ id }, index) => edge(all[index]?.id ?? '', id)),
    }),
  );
  const dock = page.locator('[data-run-status]');
  await dock.getByRole('button', { name: 'Collapse the run panel' }).click();
  const made = await layersMadeBy(page, async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Run', exact: true }).click();
    await expect(dock).toHaveAttribute('data-run-status', 'succeeded', { timeout: 20_000 });
  });
  // Some are caused by the start and the end of the run itself.
  expect(made).toBeLessThan(steps.length);
});
