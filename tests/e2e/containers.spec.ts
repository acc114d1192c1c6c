import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import {
  canvas,
  command,
  drag,
  drawLine,
  edges,
  middleOf,
  nodeOnCanvas,
  openEditor,
  portPlace,
  readStored,
  waitForSave,
} from './editor-page.ts';
import { edge, node } from './run-page.ts';
import { saveWorkflow } from './studio-page.ts';
import { test } from './watched-test.ts';

const at = <Made extends object>(made: Made, x: number, y: number, more: object = {}) => ({
  ...made,
  position: { x, y },
  ...more,
});
const inside = (parentId: string) => ({ parentId });
const framed = { size: { width: 320, height: 144 } };
/** From top to bottom: start, a container with a template node, end. To the right an unconnected template node. */
const letters = {
  name: 'Letters',
  nodes: [
    at(node('start', 'start', { inputs: [{ name: 'names', type: 'json' }] }), 0, 0),
    at(node('each', 'map', { items: '{{start.names | default: ""}}' }), 0, 80, framed),
    at(node('write', 'template', { template: 'Dear {{map.item}}' }), 0, 140, inside('each')),
    at(node('end', 'end', { outputs: { letters: '{{each}}' } }), 0, 280),
    at(node('loose', 'template', { template: 'Bye {{map.item}}' }), 400, 140),
  ],
  edges: [edge('start', 'each'), edge('each', 'end')],
};
/** Every third item fails, because it has no name. */
const checked = {
  name: 'Checked',
  nodes: [
    at(node('start', 'start', { inputs: [{ name: 'people', type: 'json' }] }), 0, 0),
    at(node('each', 'map', { items: '{{start.people | default: ""}}', concurrency: 1, onFailure: 'settle' }), 0, 80),
    at(node('greet', 'template', { template: 'Dear {{map.item.name}}' }), 0, 140, inside('each')),
    at(node('sign', 'template', { template: '{{greet.text}}!' }), 0, 240, inside('each')),
    at(node('end', 'end', { outputs: { letters: '{{each}}' } }), 0, 400),
  ],
  edges: [edge('start', 'each'), edge('greet', 'sign'), edge('each', 'end')],
};
const people = [{ name: 'Ada' }, { name: 'Bob' }, {}, { name: 'Cy' }];

const frame = (page: Page, id: string) => nodeOnCanvas(page, id);
const head = (page: Page, id: string) => nodeOnCanvas(page, id).locator('.container-head');
const picker = (page: Page, id: string) => head(page, id).getByRole('group', { name: 'Iteration shown' });
const mark = (page: Page, id: string) => nodeOnCanvas(page, id).locator('[data-part="run-mark"]');
/** Number of iterations by status, as accessible names: `2 succeeded, 1 failed`. */
const endsOf = (page: Page, id: string) =>
  mark(page, id)
    .locator('[title]')
    .evaluateAll((ends) =>
      ends.map((end) => `${end.textContent} ${end.querySelector('[role=img]')?.getAttribute('aria-label')}`).join(', '),
    );
const selectHead = (page: Page, id: string) => head(page, id).click({ position: { x: 12, y: 12 } });

async function stored(page: Page, workflowId: string) {
  await waitForSave(page, 'saved');
  return (await readStored(page, workflowId)).document;
}
async function parentOf(page: Page, workflowId: string, id: string) {
  return (await stored(page, workflowId)).nodes.find((one) => one.id === id)?.parentId;
}
async function placeOf(page: Page, workflowId: string, id: string) {
  return (await stored(page, workflowId)).nodes.find((one) => one.id === id)?.position;
}
async function boxOf(page: Page, id: string) {
  const box = await frame(page, id).boundingBox();
  if (!box) throw new Error(`${id} is not on the canvas`);
  return box;
}
async function run(page: Page, workflowId: string, inputs: object): Promise<string> {
  const answer = await page.request.post(`/api/v1/workflows/${workflowId}/runs`, { data: { inputs } });
  return ((await answer.json()) as { runId: string }).runId;
}

test('nodes are moved into a container and its frame, and out again', async ({ page }) => {
  const workflowId = await saveWorkflow(page, letters);
  await openEditor(page, workflowId);
  await nodeOnCanvas(page, 'loose').click();
  await head(page, 'each').click({ modifiers: ['Shift'], position: { x: 12, y: 12 } });
  await command(page, 'Move into the container');
  expect(await parentOf(page, workflowId, 'loose')).toBe('each');
  const [outer, inner, end] = [await boxOf(page, 'each'), await boxOf(page, 'loose'), await boxOf(page, 'end')];
  expect(inner.y).toBeGreaterThan(outer.y);
  expect(inner.y + inner.height).toBeLessThan(outer.y + outer.height);
  // The frame has grown, and the nodes below it move down.
  expect(end.y).toBeGreaterThan(outer.y + outer.height);
  await nodeOnCanvas(page, 'loose').click();
  await command(page, 'Move out of the container');
  expect(await parentOf(page, workflowId, 'loose')).toBeUndefined();
  expect((await boxOf(page, 'loose')).x).toBeGreaterThan((await boxOf(page, 'each')).x + (await boxOf(page, 'each')).width);
});

test('a node dragged into a frame joins its body, dragged out it leaves it; each is one history step', async ({ page }) => {
  const workflowId = await saveWorkflow(page, letters);
  await openEditor(page, workflowId);
  const loose = await boxOf(page, 'loose');
  const grip = { x: loose.x + 60, y: loose.y + 10 };
  const body = await boxOf(page, 'each');
  await page.mouse.move(grip.x, grip.y);
  await page.mouse.down();
  await page.mouse.move(grip.x - 40, grip.y + 10, { steps: 4 });
  await page.mouse.move(body.x + 60, body.y + body.height - 20, { steps: 6 });
  await expect(frame(page, 'each')).toHaveAttribute('data-drop', '');
  await page.mouse.up();
  await expect(frame(page, 'each')).not.toHaveAttribute('data-drop');
  expect(await parentOf(page, workflowId, 'loose')).toBe('each');
  await page.keyboard.press('Control+z');
  expect(await parentOf(page, workflowId, 'loose')).toBeUndefined();
  expect(await placeOf(page, workflowId, 'loose')).toEqual({ x: 400, y: 140 });
  const write = await boxOf(page, 'write');
  await drag(page, { x: write.x + 60, y: write.y + 10 }, { x: body.x + body.width + 160, y: body.y + 30 });
  expect(await parentOf(page, workflowId, 'write')).toBeUndefined();
});

test('a node dragged to the border stays in the frame, which grows', async ({ page }) => {
  const workflowId = await saveWorkflow(page, letters);
  await openEditor(page, workflowId);
  const [write, body] = [await boxOf(page, 'write'), await boxOf(page, 'each')];
  await drag(page, { x: write.x + 60, y: write.y + 10 }, { x: body.x + 80, y: body.y + body.height + 20 });
  expect(await parentOf(page, workflowId, 'write')).toBe('each');
  expect((await boxOf(page, 'each')).height).toBeGreaterThan(body.height);
});

test('edges across the border of a frame are removed, with a message', async ({ page }) => {
  const workflowId = await saveWorkflow(page, checked);
  await openEditor(page, workflowId);
  const [sign, body] = [await boxOf(page, 'sign'), await boxOf(page, 'each')];
  await drag(page, { x: sign.x + 60, y: sign.y + 10 }, { x: body.x + body.width + 160, y: body.y + 60 });
  await expect(page.locator('[data-part="notice"]')).toContainText('1 edge was removed');
  expect((await stored(page, workflowId)).edges.map(({ id }) => id)).not.toContain('greet-sign');
});

test('a frame moves with its body, also by arrow keys', async ({ page }) => {
  const workflowId = await saveWorkflow(page, letters);
  await openEditor(page, workflowId);
  const start = await middleOf(head(page, 'each'));
  await drag(page, start, { x: start.x - 80, y: start.y + 16 });
  const [each, write] = [await placeOf(page, workflowId, 'each'), await placeOf(page, workflowId, 'write')];
  expect(each?.x).toBeLessThan(-40);
  expect([write?.x, (write?.y ?? 0) - (each?.y ?? 0)]).toEqual([each?.x, 60]);
  await page.keyboard.press('Control+z');
  expect(await placeOf(page, workflowId, 'write')).toEqual({ x: 0, y: 140 });
  await selectHead(page, 'each');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => placeOf(page, workflowId, 'write')).toEqual({ x: 8, y: 140 });
  expect(await placeOf(page, workflowId, 'each')).toEqual({ x: 8, y: 80 });
});

test('a frame is resized by its corner, and stays at least as large as its body', async ({ page }) => {
  const workflowId = await saveWorkflow(page, letters);
  await openEditor(page, workflowId);
  await selectHead(page, 'each');
  const before = await boxOf(page, 'each');
  const grip = await middleOf(frame(page, 'each').locator('.note-grip.bottom.right'));
  await drag(page, grip, { x: grip.x + 60, y: grip.y + 40 });
  await expect.poll(async () => (await boxOf(page, 'each')).width).toBeGreaterThan(before.width + 40);
  const after = await boxOf(page, 'each');
  expect(Math.abs(after.x - before.x)).toBeLessThan(2);
  expect(await placeOf(page, workflowId, 'write')).toEqual({ x: 0, y: 140 });
  const again = await middleOf(frame(page, 'each').locator('.note-grip.bottom.right'));
  await drag(page, again, { x: after.x + 10, y: after.y + 10 });
  const [smallest, write] = [await boxOf(page, 'each'), await boxOf(page, 'write')];
  expect(smallest.x + smallest.width).toBeGreaterThan(write.x + write.width);
  expect(smallest.y + smallest.height).toBeGreaterThan(write.y + write.height);
});

test('an empty container explains how to begin, and nodes added there belong to it', async ({ page }) => {
  const workflowId = await saveWorkflow(page, { name: 'Empty', nodes: letters.nodes.slice(0, 1), edges: [] });
  await openEditor(page, workflowId);
  await page.locator('[data-node-type="map"]').click();
  await frame(page, 'map_2').getByRole('button', { name: 'Add first node' }).click();
  await page.keyboard.type('Template');
  await page.keyboard.press('Enter');
  await expect(nodeOnCanvas(page, 'template')).toBeVisible();
  expect(await parentOf(page, workflowId, 'template')).toBe('map_2');
  // The next node is appended to it, whether it or the container is selected.
  await page.locator('[data-node-type="set"]').click();
  await selectHead(page, 'map_2');
  await page.locator('[data-node-type="merge"]').click();
  const { nodes: all, edges: lines } = await stored(page, workflowId);
  const inBody = all.filter(({ parentId }) => parentId === 'map_2').map(({ id }) => id);
  expect(inBody.sort()).toEqual(['merge', 'set', 'template']);
  expect(lines.map(({ id }) => id).sort()).toEqual(['set-merge', 'start-map_2', 'template-set']);
  const [outer, last] = [await boxOf(page, 'map_2'), await boxOf(page, 'merge')];
  expect(last.y + last.height).toBeLessThan(outer.y + outer.height);
});

test('a node dropped from the list is inserted into the frame, or into the edge there', async ({ page }) => {
  const workflowId = await saveWorkflow(page, checked);
  await openEditor(page, workflowId);
  const area = await canvas(page).boundingBox();
  const drop = (type: string, { x, y }: { x: number; y: number }) =>
    page
      .locator(`[data-node-type="${type}"]`)
      .dragTo(canvas(page), { targetPosition: { x: x - (area?.x ?? 0), y: y - (area?.y ?? 0) } });
  const body = await boxOf(page, 'each');
  await drop('merge', { x: body.x + 30, y: body.y + body.height - 10 });
  await expect(nodeOnCanvas(page, 'merge')).toBeVisible();
  expect(await parentOf(page, workflowId, 'merge')).toBe('each');
  const [out, into] = [await portPlace(page, 'greet', 'out'), await portPlace(page, 'sign', 'in')];
  await drop('set', { x: out.x, y: (out.y + into.y) / 2 });
  await expect(nodeOnCanvas(page, 'set')).toBeVisible();
  const { nodes: all, edges: lines } = await stored(page, workflowId);
  expect(all.find(({ id }) => id === 'set')?.parentId).toBe('each');
  expect(lines.map(({ id }) => id)).toEqual(expect.arrayContaining(['greet-set', 'set-sign']));
});

test('an edge dropped inside the frame adds a node to the body, and one across the border is refused', async ({ page }) => {
  const workflowId = await saveWorkflow(page, letters);
  await openEditor(page, workflowId);
  await drawLine(page, ['write', 'out'], ['end', 'in']);
  await expect(page.locator('[data-part="notice"]')).toContainText('are not in the same container');
  await expect(edges(page)).toHaveCount(2);
  const body = await boxOf(page, 'each');
  await drawLine(page, ['write', 'out'], { x: body.x + 40, y: body.y + body.height - 12 });
  await page.keyboard.type('Merge');
  await page.keyboard.press('Enter');
  await expect(nodeOnCanvas(page, 'merge')).toBeVisible();
  expect(await parentOf(page, workflowId, 'merge')).toBe('each');
});

test('a container is copied, duplicated and deleted with its body', async ({ page }) => {
  const workflowId = await saveWorkflow(page, letters);
  await openEditor(page, workflowId);
  await selectHead(page, 'each');
  await page.keyboard.press('Control+d');
  await expect(nodeOnCanvas(page, 'each_2')).toBeVisible();
  expect(await parentOf(page, workflowId, 'write_2')).toBe('each_2');
  const [frame2, write2] = [await boxOf(page, 'each_2'), await boxOf(page, 'write_2')];
  expect(write2.x).toBeGreaterThan(frame2.x);
  expect(write2.x + write2.width).toBeLessThan(frame2.x + frame2.width);
  await page.keyboard.press('Delete');
  await expect(nodeOnCanvas(page, 'write_2')).toHaveCount(0);
  await expect(nodeOnCanvas(page, 'write')).toBeVisible();
});

test('a selection box inside a frame selects nodes, not the frame', async ({ page }) => {
  await openEditor(page, await saveWorkflow(page, letters));
  await page.getByRole('button', { name: 'Selection tool' }).click();
  const write = await boxOf(page, 'write');
  await drag(page, { x: write.x - 12, y: write.y + write.height + 8 }, { x: write.x + 60, y: write.y + 10 });
  await expect(page.locator('.react-flow__node [data-selected]')).toHaveCount(1);
  await expect(nodeOnCanvas(page, 'write').locator('[data-selected]')).toHaveCount(1);
  // A box around the whole frame selects it, too.
  const body = await boxOf(page, 'each');
  await drag(page, { x: body.x - 8, y: body.y - 10 }, { x: body.x + body.width + 10, y: body.y + body.height + 6 });
  await expect(frame(page, 'each').locator('[data-selected]')).toHaveCount(1);
});

test('auto layout keeps a body in its frame', async ({ page }) => {
  const workflowId = await saveWorkflow(page, checked);
  await openEditor(page, workflowId);
  await page.keyboard.press('Control+Shift+l');
  await expect.poll(async () => (await stored(page, workflowId)).nodes.find(({ id }) => id === 'each')?.size).toBeDefined();
  const [outer, greet, sign, end] = await Promise.all(['each', 'greet', 'sign', 'end'].map((id) => boxOf(page, id)));
  if (!outer || !greet || !sign || !end) throw new Error('All of them are on the canvas');
  expect(greet.y).toBeGreaterThan(outer.y);
  expect(sign.y).toBeGreaterThan(greet.y + greet.height);
  expect(sign.y + sign.height).toBeLessThan(outer.y + outer.height);
  expect(end.y).toBeGreaterThan(outer.y + outer.height);
});

test('nodes summarize all iterations, or show the selected one', async ({ page }) => {
  const workflowId = await saveWorkflow(page, checked);
  const runId = await run(page, workflowId, { people });
  await page.goto(`/workflows/${workflowId}?run=${runId}`);
  await expect.poll(() => endsOf(page, 'greet')).toBe('3 succeeded, 1 failed');
  await expect.poll(() => endsOf(page, 'sign')).toBe('3 succeeded, 1 skipped');
  // The axis of the run along the bottom of the head, with the time of the container on it.
  const [axis, around] = [
    await head(page, 'each').locator('[data-part="run-strip"]').boundingBox(),
    await head(page, 'each').boundingBox(),
  ];
  expect(axis?.width).toBeGreaterThan((around?.width ?? Number.NaN) - 4);
  await picker(page, 'each').getByRole('button', { name: '1 iteration failed: show the first' }).click();
  await expect(picker(page, 'each').getByRole('textbox', { name: 'Iteration' })).toHaveValue('3');
  await expect(nodeOnCanvas(page, 'greet').locator('.step')).toHaveAttribute('data-state', 'failed');
  await expect(nodeOnCanvas(page, 'sign').locator('.step')).toHaveAttribute('data-state', 'skipped');
  await picker(page, 'each').getByRole('button', { name: 'Next iteration' }).click();
  await expect(nodeOnCanvas(page, 'greet').locator('.step')).toHaveAttribute('data-state', 'succeeded');
  await picker(page, 'each').getByRole('button', { name: 'Next iteration' }).click();
  await expect.poll(() => endsOf(page, 'greet')).toBe('3 succeeded, 1 failed');
});

test('the inspector shows input and output of the selected iteration', async ({ page }) => {
  const workflowId = await saveWorkflow(page, checked);
  const runId = await run(page, workflowId, { people });
  await page.goto(`/workflows/${workflowId}?run=${runId}`);
  await nodeOnCanvas(page, 'greet').click();
  const panel = page.locator('#inspector');
  await panel.getByRole('tab', { name: 'Output' }).click();
  await expect(panel).toContainText('Shown: iteration 3');
  await expect(panel).toContainText('map.item.name');
  const field = panel.getByRole('textbox', { name: 'Iteration' });
  await field.fill('2');
  await field.press('Enter');
  await expect(panel).toContainText('Dear Bob');
  await expect(picker(page, 'each').getByRole('textbox', { name: 'Iteration' })).toHaveValue('2');
});

test('a row of the timeline selects its iteration, and the canvas shows the iterations of an earlier moment', async ({
  page,
}) => {
  const workflowId = await saveWorkflow(page, checked);
  const runId = await run(page, workflowId, { people });
  await page.goto(`/workflows/${workflowId}?run=${runId}`);
  const row = page.getByRole('row', { name: /iteration 2/i }).first();
  await row.click();
  await expect(picker(page, 'each').getByRole('textbox', { name: 'Iteration' })).toHaveValue('2');
  await expect(row).toHaveAttribute('aria-selected', 'true');
  await picker(page, 'each').getByRole('textbox', { name: 'Iteration' }).fill('');
  await picker(page, 'each').getByRole('textbox', { name: 'Iteration' }).press('Enter');
  await expect.poll(() => endsOf(page, 'greet')).toBe('3 succeeded, 1 failed');
  await page.getByRole('slider').first().focus();
  await page.keyboard.press('Home');
  await expect.poll(() => endsOf(page, 'greet')).not.toBe('3 succeeded, 1 failed');
});

test('the page of a run shows iterations on its canvas, and the one in its URL', async ({ page }) => {
  const workflowId = await saveWorkflow(page, checked);
  const runId = await run(page, workflowId, { people });
  await page.goto(`/runs/${runId}?node=${encodeURIComponent('each[1]/greet')}`);
  await expect(picker(page, 'each').getByRole('textbox', { name: 'Iteration' })).toHaveValue('2');
  await expect(page.locator('[data-span="each[1]/greet"]')).toBeVisible();
  await picker(page, 'each').getByRole('button', { name: 'Next iteration' }).click();
  await expect(page.locator('[data-span="each[2]/greet"]')).toBeVisible();
  expect(new URL(page.url()).searchParams.get('node')).toBe('each[2]/greet');
});

test('a thousand iterations render at once', async ({ page }) => {
  test.setTimeout(60_000);
  const workflowId = await saveWorkflow(page, checked);
  const many = Array.from({ length: 1000 }, (_, index) => (index % 100 === 99 ? {} : { name: `No ${index}` }));
  const runId = await run(page, workflowId, { people: many });
  await page.goto(`/workflows/${workflowId}?run=${runId}`);
  await expect.poll(() => endsOf(page, 'greet'), { timeout: 30_000 }).toBe('990 succeeded, 10 failed');
  const beganAt = Date.now();
  await picker(page, 'each').getByRole('button', { name: 'Next iteration' }).click();
  await expect(nodeOnCanvas(page, 'greet').locator('.step')).toHaveAttribute('data-state', 'succeeded');
  expect(Date.now() - beganAt).toBeLessThan(2000);
});

for (const theme of ['light', 'dark'])
  test(`containers are accessible, ${theme}`, async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'threadloom_theme', value: theme, url: baseURL ?? '' }]);
    const workflowId = await saveWorkflow(page, {
      ...checked,
      nodes: [...checked.nodes, at(node('more', 'loop', { while: 'false' }), 500, 80, framed)],
    });
    const runId = await run(page, await saveWorkflow(page, checked), { people });
    await openEditor(page, workflowId);
    await expect(frame(page, 'more').getByRole('button', { name: 'Add first node' })).toBeVisible();
    await expectAccessible(page, 'with an empty container');
    await page.goto(`/runs/${runId}`);
    await expect.poll(() => endsOf(page, 'greet')).toBe('3 succeeded, 1 failed');
    await expectAccessible(page, 'with passes');
  });
