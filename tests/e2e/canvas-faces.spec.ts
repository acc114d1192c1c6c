import { expect, type Page, test } from '@playwright/test';
import { middleOf, nodeOnCanvas, openEditor, readStored, storeAsAnother, waitForSave } from './editor-page.ts';
import { edge, node } from './run-page.ts';
import { saveWorkflow } from './studio-page.ts';

const dock = (page: Page) => page.locator('section[data-run-status]');
const face = (page: Page, nodeId: string) => nodeOnCanvas(page, nodeId).locator('.step');
const ports = (page: Page) => page.locator('.react-flow__node .step-ports');
const lines = (page: Page) => page.locator('.react-flow__edge');

type Step = ReturnType<typeof node>;

/** Opens a workflow of start, these steps and end, one under the other, connected from `out` or the given port. */
async function openChain(page: Page, steps: Step[], handles: Readonly<Record<string, string>> = {}) {
  const start = node('start', 'start', { inputs: [{ name: 'name', type: 'text', default: 'Ada' }] });
  const all = [start, ...steps, node('end', 'end', { outputs: {} })];
  const nodes = all.map((one, index) => ({ ...one, position: { x: 0, y: index * 96 } }));
  const edgeFrom = (source: string, target: string) => edge(source, target, handles[source]);
  const edges = all.slice(1).map((one, index) => edgeFrom(all[index]?.id ?? '', one.id));
  await openEditor(page, await saveWorkflow(page, { name: 'Faces', nodes, edges }));
}

async function run(page: Page, status: string) {
  await page.locator('[data-tour="run"]').click();
  await expect(dock(page)).toHaveAttribute('data-run-status', status, { timeout: 20_000 });
}

const showAll = (page: Page) => page.getByRole('button', { name: 'Fit view' }).click();
const letter = node('letter', 'template', { template: 'Dear {{start.name}}' });
/** Runs until stopped: .invalid never resolves (RFC 2606), and the retry delay is minutes. */
const slowStep = node(
  'fetch',
  'http',
  { method: 'GET', url: 'https://nobody.invalid/' },
  { retry: { attempts: 2, delayMs: 600_000, on: 'all' } },
);

/** Records which of the nodes on the canvas are rendered again. */
async function watchDrawing(page: Page) {
  await page.evaluate(() => {
    const drawn = new Set<string>();
    const present = new Set(document.querySelectorAll('.react-flow__node'));
    Object.assign(window, { drawn });
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const node = element?.closest('.react-flow__node');
        const nodeId = node?.getAttribute('data-id');
        if (node && nodeId && present.has(node)) drawn.add(nodeId);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
}

const drawnNodes = (page: Page) => page.evaluate(() => [...(window as unknown as { drawn: Set<string> }).drawn]);

test('zoomed out, nodes are blocks in the colour of their status; zoomed in, the details return', async ({ page }) => {
  await openChain(
    page,
    Array.from({ length: 30 }, (_, index) => ({ ...letter, id: `letter_${index}` })),
  );
  await expect(ports(page).first()).toBeAttached();
  await showAll(page);
  await expect(page.locator('.far-edges path')).toHaveCount(1);
  await expect(page.locator('[data-detail="block"]')).toHaveCount(32);
  await expect(ports(page)).toHaveCount(0);
  await expect(lines(page)).toHaveCount(0);
  expect(await page.locator('.far-edges path').getAttribute('d')).toMatch(/^(M[^M]+){31}$/);
  await run(page, 'succeeded');
  await expect(page.locator('[data-detail="block"][data-state="succeeded"]')).toHaveCount(32);
  await page.getByTitle('Back to 100%').click();
  await expect(page.locator('.far-edges')).toHaveCount(0);
  await expect(ports(page).first()).toBeAttached();
  await expect(lines(page).first()).toBeAttached();
});

test('an event of one node renders only that node', async ({ page }) => {
  await openChain(page, [letter, slowStep]);
  await run(page, 'running');
  const time = nodeOnCanvas(page, 'fetch').locator('[data-part="run-mark"]');
  await expect(time).toHaveAttribute('data-state', 'running');
  await expect(face(page, 'letter')).toHaveAttribute('data-state', 'succeeded');
  // Strips of ended nodes move once a second while the axis grows. The times in the dock do not count.
  await watchDrawing(page);
  const before = (await time.textContent()) ?? '';
  await expect(time).not.toHaveText(before);
  const drawn = await drawnNodes(page);
  expect(drawn).toContain('fetch');
  expect(drawn).not.toContain('end');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(dock(page)).toHaveAttribute('data-run-status', 'cancelled', { timeout: 20_000 });
});

test('typing in the inspector renders only the edited node', async ({ page }) => {
  await openChain(page, [letter, { ...letter, id: 'other' }]);
  await nodeOnCanvas(page, 'letter').click();
  const name = page.getByRole('complementary').last().getByRole('textbox', { name: 'Name' }).first();
  await name.click();
  await watchDrawing(page);
  await name.pressSequentially(' to a friend');
  await expect(nodeOnCanvas(page, 'letter')).toContainText('to a friend');
  expect(await drawnNodes(page)).toEqual(['letter']);
});

test('panning the canvas renders no node', async ({ page }) => {
  await openChain(
    page,
    Array.from({ length: 12 }, (_, index) => ({ ...letter, id: `letter_${index}` })),
  );
  await page.getByTitle('Back to 100%').click();
  await expect(nodeOnCanvas(page, 'letter_1')).toBeInViewport();
  const grid = page.locator('.dot-grid');
  const dots = await grid.getAttribute('style');
  await watchDrawing(page);
  const { x, y } = await middleOf(nodeOnCanvas(page, 'letter_1'));
  await page.mouse.move(x + 240, y);
  await page.mouse.down({ button: 'middle' });
  await page.mouse.move(x + 100, y + 90, { steps: 12 });
  await page.mouse.up({ button: 'middle' });
  await expect(grid).not.toHaveAttribute('style', dots ?? '');
  expect((await middleOf(nodeOnCanvas(page, 'letter_1'))).x).toBeCloseTo(x - 140, 0);
  expect(await drawnNodes(page)).toEqual([]);
});

test('moving a node renders only that node', async ({ page }) => {
  await openChain(page, [letter, { ...letter, id: 'other' }]);
  await nodeOnCanvas(page, 'letter').click();
  await watchDrawing(page);
  const { x, y } = await middleOf(nodeOnCanvas(page, 'letter'));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 160, y, { steps: 12 });
  await page.mouse.up();
  await expect.poll(async () => (await middleOf(nodeOnCanvas(page, 'letter'))).x).toBeGreaterThan(x + 120);
  expect(await drawnNodes(page)).toEqual(['letter']);
});

test('an edge is labelled with the names of its ends, also after one is renamed', async ({ page }) => {
  await openChain(page, [letter]);
  const line = page.locator('.react-flow__edge[data-id="start-letter"]');
  await expect(line).toHaveAttribute('aria-label', 'From Start to Template');
  await nodeOnCanvas(page, 'letter').click();
  const name = page.getByRole('complementary').last().getByRole('textbox', { name: 'Name' }).first();
  await name.fill('A kind letter');
  await expect(line).toHaveAttribute('aria-label', 'From Start to A kind letter');
});

test('a result of an earlier config is stale until the change is undone', async ({ page }) => {
  await openChain(page, [letter]);
  await run(page, 'succeeded');
  await nodeOnCanvas(page, 'letter').click();
  await page.getByRole('textbox', { name: 'Template' }).fill('Hello {{start.name}}');
  await expect(face(page, 'letter')).toHaveAttribute('data-state', 'stale');
  await expect(face(page, 'letter')).toContainText('stale');
  await expect(face(page, 'start')).toHaveAttribute('data-state', 'succeeded');
  await page.getByRole('banner').getByRole('button', { name: 'Undo' }).click();
  await expect(face(page, 'letter')).toHaveAttribute('data-state', 'succeeded');
});

test('a result is stale compared with the document of its run: after a reload too, and not after the same text', async ({
  page,
}) => {
  await openChain(page, [letter]);
  await run(page, 'succeeded');
  await nodeOnCanvas(page, 'letter').click();
  const field = page.getByRole('textbox', { name: 'Template' });
  await field.fill('Hello {{start.name}}');
  await expect(face(page, 'letter')).toHaveAttribute('data-state', 'stale');
  await waitForSave(page, 'saved');
  await page.reload();
  await expect(face(page, 'letter')).toHaveAttribute('data-state', 'stale');
  await nodeOnCanvas(page, 'letter').click();
  await field.fill('Dear {{start.name}}');
  await expect(face(page, 'letter')).toHaveAttribute('data-state', 'succeeded');
});

test('a waiting node shows its question, and Review opens the approval, also in a folded dock', async ({ page }) => {
  await openChain(page, [node('ask', 'approval', { title: 'Send it?', value: '{{start.name}}' })], { ask: 'approved' });
  await run(page, 'waiting');
  await dock(page).getByRole('button', { name: 'Collapse the run panel' }).click();
  await expect(face(page, 'ask')).toContainText('Send it?');
  await face(page, 'ask').getByRole('button', { name: 'Review' }).click();
  await expect(nodeOnCanvas(page, 'ask')).toHaveClass(/selected/);
  await expect(dock(page).locator('[data-approval] button:focus')).toHaveCount(1);
});

test('a node shows the tools of its model, with count and time of the called ones', async ({ page }) => {
  await openChain(page, [
    node('talk', 'llm', { userPrompt: 'What time is it, {{start.name}}?', availableTools: ['time-now', 'read_file'] }),
  ]);
  const rows = nodeOnCanvas(page, 'talk').getByRole('list', { name: 'Tools' }).getByRole('listitem');
  await expect(rows).toHaveText(['time-now', 'read_file']);
  await run(page, 'succeeded');
  await expect(rows.first()).toHaveText(/^time-now×1/);
  await expect(rows.last()).toHaveText('read_file');
});

test('a large workflow is validated in a worker, and its problems are shown', async ({ page }) => {
  const steps = Array.from({ length: 210 }, (_, index) => ({ ...letter, id: `letter_${index}` }));
  await openChain(page, [...steps, node('wrong', 'template', { template: '{{nobody.text}}' })]);
  await expect(page.locator('[data-part="problem-count"]')).toHaveText('1 error', { timeout: 15_000 });
  expect(page.workers().length).toBeGreaterThan(0);
});

test('a large workflow is saved by a worker, or by the page if the worker fails', async ({ page }) => {
  await openChain(
    page,
    Array.from({ length: 210 }, (_, index) => ({ ...letter, id: `letter_${index}` })),
  );
  const workflowId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const labels = async () => (await readStored(page, workflowId)).document.nodes.map(({ label }) => label);
  // A large workflow is opened where it starts.
  await nodeOnCanvas(page, 'letter_2').click();
  const name = page.getByRole('complementary').last().getByRole('textbox', { name: 'Name' }).first();
  await name.fill('Stored beside');
  await expect.poll(labels).toContain('Stored beside');
  await waitForSave(page, 'saved');
  await storeAsAnother(page, workflowId, 'Stored by somebody else');
  await name.fill('Too late');
  await waitForSave(page, 'stale');
  expect(await labels()).not.toContain('Too late');
});

test('zooming in on an area draws its edges', async ({ page }) => {
  await openChain(
    page,
    Array.from({ length: 20 }, (_, index) => ({ ...letter, id: `letter_${index}` })),
  );
  await showAll(page);
  await expect(face(page, 'start')).toHaveAttribute('data-detail', 'block');
  const box = await nodeOnCanvas(page, 'start').boundingBox();
  if (!box) throw new Error('The start is on the canvas');
  await page.mouse.move(box.x + box.width / 2, box.y);
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, -120);
        return face(page, 'start').getAttribute('data-detail');
      },
      { intervals: [50] },
    )
    .toBe('full');
  await expect(page.locator('.react-flow__edge[data-id="start-letter_0"]')).toBeAttached();
});
