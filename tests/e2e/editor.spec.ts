import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import {
  canvas,
  drawLine,
  edges,
  idsOf,
  nodeOnCanvas,
  nodes,
  openEditor,
  readStored,
  storeAsAnother,
  waitForEditor,
  waitForSave,
} from './editor-page.ts';
import { edge, node, outsideOf, overflowOf, set } from './run-page.ts';
import { saveWorkflow } from './studio-page.ts';
import { test } from './watched-test.ts';

const at = <Made extends object>(made: Made, x: number, y: number) => ({ ...made, position: { x, y } });
const search = (page: Page) => page.getByRole('combobox', { name: 'Find a node' });
const undo = (page: Page) => page.keyboard.press('Control+z');
const redo = (page: Page) => page.keyboard.press('Control+Shift+z');

const blank = { name: 'Untitled', nodes: [], edges: [] };

/** Start, an LLM node, a template node and end. The last two are not connected. */
const letter = {
  name: 'Letter',
  nodes: [
    at(node('start', 'start', { inputs: [{ name: 'text', type: 'text', required: true }] }), 0, 0),
    at(node('write', 'llm', { userPrompt: 'Answer this: {{start.text}}' }), 0, 96),
    at(node('frame', 'template', { template: 'Dear {{write.output}}' }), 0, 208),
    at(node('end', 'end', { outputs: { letter: '{{frame.text}}' } }), 0, 320),
  ],
  edges: [edge('start', 'write'), edge('write', 'frame')],
};

test('a workflow is built by keyboard alone, and is kept after a reload', async ({ page }) => {
  const workflowId = await saveWorkflow(page, blank);
  await openEditor(page, workflowId);
  await expect(canvas(page)).toContainText('No nodes yet');
  await page.keyboard.press('/');
  await expect(search(page)).toBeFocused();
  for (const words of ['start', 'llm', 'end']) {
    await search(page).fill(words);
    await page.keyboard.press('Enter');
  }
  await expect(nodes(page)).toHaveCount(3);
  await expect(edges(page)).toHaveCount(2);
  await waitForSave(page, 'saved');
  const { document } = await readStored(page, workflowId);
  expect(document.nodes.map(({ id }) => id).sort()).toEqual(['end', 'llm', 'start']);
  expect(document.edges.map(({ id }) => id).sort()).toEqual(['llm-end', 'start-llm']);
  await page.reload();
  await waitForEditor(page);
  await expect(edges(page)).toHaveCount(2);
  // Tab follows the execution order, not the stored order.
  await nodeOnCanvas(page, 'start').focus();
  expect(await idsOf(nodes(page))).toEqual(['start', 'llm', 'end']);
});

test('an empty workflow has nothing to run until it has a node', async ({ page }) => {
  await openEditor(page, await saveWorkflow(page, blank));
  const run = page.getByRole('button', { name: /^Run/ });
  await expect(run).toHaveCount(1);
  await expect(run).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('an empty workflow has nothing to run')).toBeVisible();
  await search(page).fill('start');
  await page.keyboard.press('Enter');
  await expect(nodes(page)).toHaveCount(1);
  await expect(run).toHaveCount(2);
  await expect(run.first()).not.toHaveAttribute('aria-disabled');
});

test('the URL of an unknown workflow returns 404', async ({ page, watch }) => {
  watch.expectProblem(/404/);
  const answer = await page.goto('/workflows/wf_00000000000000000000000000');
  expect(answer?.status()).toBe(404);
  await expect(page).toHaveTitle('Threadloom');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('arrow keys move through the found node types, and a second start node is not added', async ({ page }) => {
  await openEditor(page, await saveWorkflow(page, letter));
  await search(page).fill('start');
  await page.keyboard.press('Enter');
  await expect(nodes(page)).toHaveCount(4);
  await search(page).fill('');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox', { name: 'Nodes' }).getByRole('option', { selected: true })).toHaveText('Reply');
  await page.keyboard.press('Enter');
  await expect(nodeOnCanvas(page, 'reply')).toBeVisible();
  await search(page).fill('nothing of that name');
  await expect(page.getByText('No node matches “nothing of that name”.')).toBeVisible();
});

test('a node dragged from the list is added under the pointer', async ({ page }) => {
  await openEditor(page, await saveWorkflow(page, blank));
  await page.locator('[data-node-type="http"]').dragTo(canvas(page), { targetPosition: { x: 300, y: 200 } });
  await expect(nodes(page)).toHaveCount(1);
  const [area, face] = await Promise.all([canvas(page).boundingBox(), nodeOnCanvas(page, 'http').boundingBox()]);
  const pointer = { x: (area?.x ?? 0) + 300, y: (area?.y ?? 0) + 200 };
  expect(Math.abs((face?.x ?? 0) + (face?.width ?? 0) / 2 - pointer.x)).toBeLessThan(8);
  expect(pointer.y).toBeGreaterThan(face?.y ?? 0);
  expect(pointer.y).toBeLessThan((face?.y ?? 0) + (face?.height ?? 0));
});

test('a drag from port to port adds an edge, which can be undone and redone', async ({ page }) => {
  const workflowId = await saveWorkflow(page, letter);
  await openEditor(page, workflowId);
  await drawLine(page, ['frame', 'out'], ['end', 'in']);
  await expect(edges(page)).toHaveCount(3);
  await undo(page);
  await expect(edges(page)).toHaveCount(2);
  await redo(page);
  await expect(edges(page)).toHaveCount(3);
  await waitForSave(page, 'saved');
  expect((await readStored(page, workflowId)).document.edges.map(({ id }) => id)).toContain('frame-end');
});

test('an invalid edge is not added, and the page explains why', async ({ page }) => {
  await openEditor(page, await saveWorkflow(page, letter));
  await drawLine(page, ['frame', 'out'], ['write', 'in']);
  const refusal = page.locator('[data-part="notice"]');
  await expect(refusal).toContainText('Not connected: LLM already leads to Template, so this would be a cycle.');
  await expect(refusal).toContainText('Use a loop node to repeat steps');
  await drawLine(page, ['write', 'out'], ['frame', 'in']);
  await expect(refusal).toContainText('Not connected: these ports are already connected.');
  await expect(edges(page)).toHaveCount(2);
  await drawLine(page, ['frame', 'out'], ['end', 'in']);
  await expect(edges(page)).toHaveCount(3);
  await expect(refusal).toHaveCount(0);
});

test('an edge dropped on the empty canvas offers node types to add', async ({ page }) => {
  await openEditor(page, await saveWorkflow(page, letter));
  const area = await canvas(page).boundingBox();
  await drawLine(page, ['frame', 'out'], { x: (area?.x ?? 0) + 60, y: (area?.y ?? 0) + 120 });
  const list = page.getByRole('dialog', { name: 'Add a node here' });
  await expect(list.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('merge');
  await page.keyboard.press('Enter');
  await expect(list).toHaveCount(0);
  await expect(nodeOnCanvas(page, 'merge')).toBeVisible();
  expect(await idsOf(edges(page))).toContain('frame-merge');
});

test('the keyboard moves, copies, deletes and opens the selection', async ({ page }) => {
  const workflowId = await saveWorkflow(page, letter);
  await openEditor(page, workflowId);
  await nodeOnCanvas(page, 'frame').focus();
  await page.keyboard.press(' ');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+d');
  await expect(nodeOnCanvas(page, 'frame_2')).toBeVisible();
  await page.keyboard.press('Delete');
  await expect(nodeOnCanvas(page, 'frame_2')).toHaveCount(0);
  await waitForSave(page, 'saved');
  const { document } = await readStored(page, workflowId);
  expect(document.nodes.find(({ id }) => id === 'frame')?.position).toEqual({ x: 8, y: 248 });
  await nodeOnCanvas(page, 'write').focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#inspector')).toBeFocused();
  await expect(nodeOnCanvas(page, 'write').locator('[data-selected]')).toBeVisible();
});

test('copy, cut, paste and select all work', async ({ page }) => {
  await openEditor(page, await saveWorkflow(page, letter));
  await nodeOnCanvas(page, 'frame').click();
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+v');
  await expect(nodeOnCanvas(page, 'frame_2')).toBeVisible();
  await page.keyboard.press('Control+x');
  // Only what is in view is rendered, and the view followed the copy.
  await page.keyboard.press('Control+Shift+f');
  await expect(nodes(page)).toHaveCount(4);
  await page.keyboard.press('Control+v');
  await page.keyboard.press('Control+Shift+f');
  await expect(nodes(page)).toHaveCount(5);
  await page.keyboard.press('Control+a');
  await expect(page.locator('.react-flow__node [data-selected]')).toHaveCount(5);
  await page.keyboard.press('Escape');
  await expect(page.locator('.react-flow__node [data-selected]')).toHaveCount(0);
});

test('two selected nodes are connected by a key', async ({ page }) => {
  await openEditor(page, await saveWorkflow(page, letter));
  await nodeOnCanvas(page, 'frame').focus();
  await page.keyboard.press(' ');
  await nodeOnCanvas(page, 'end').focus();
  await page.keyboard.press(' ');
  await page.keyboard.press('Control+e');
  await expect(edges(page)).toHaveCount(3);
  expect(await idsOf(edges(page))).toContain('frame-end');
});

test('a drag is one history step and snaps to the grid', async ({ page }) => {
  const workflowId = await saveWorkflow(page, letter);
  await openEditor(page, workflowId);
  const face = await nodeOnCanvas(page, 'end').boundingBox();
  const grip = { x: (face?.x ?? 0) + 60, y: (face?.y ?? 0) + 10 };
  await page.mouse.move(grip.x, grip.y);
  await page.mouse.down();
  await page.mouse.move(grip.x + 93, grip.y + 10, { steps: 8 });
  await page.mouse.up();
  await waitForSave(page, 'saved');
  await expect.poll(async () => (await readStored(page, workflowId)).revision).toBe(2);
  const moved = (await readStored(page, workflowId)).document.nodes.find(({ id }) => id === 'end')?.position;
  expect([(moved?.x ?? 1) % 8, (moved?.y ?? 1) % 8]).toEqual([0, 0]);
  expect(moved?.x).toBeGreaterThan(60);
  await undo(page);
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true');
  await waitForSave(page, 'saved');
  await expect
    .poll(async () => (await readStored(page, workflowId)).document.nodes.find(({ id }) => id === 'end')?.position)
    .toEqual({ x: 0, y: 320 });
});

test('auto layout separates overlapping nodes', async ({ page }) => {
  const piled = { ...letter, nodes: letter.nodes.map((one) => at(one, 0, 0)), edges: [...letter.edges, edge('frame', 'end')] };
  await openEditor(page, await saveWorkflow(page, piled));
  await page.getByRole('button', { name: 'Auto layout' }).click();
  const tops = () =>
    Promise.all(['start', 'write', 'frame', 'end'].map(async (id) => (await nodeOnCanvas(page, id).boundingBox())?.y ?? 0));
  await expect.poll(async () => new Set(await tops()).size, { timeout: 20_000 }).toBe(4);
  const ordered = await tops();
  expect(ordered.toSorted((a, b) => a - b)).toEqual(ordered);
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveAttribute('title', 'Undo: auto layout');
});

test('a change saved by someone else is shown side by side, and nothing is lost before a choice', async ({ page, watch }) => {
  watch.expectProblem(/409/);
  const workflowId = await saveWorkflow(page, letter);
  await openEditor(page, workflowId);
  await storeAsAnother(page, workflowId, 'Theirs');
  const name = page.getByRole('textbox', { name: 'Name of the workflow' });
  await name.fill('Mine');
  await waitForSave(page, 'stale');
  const alert = page.getByRole('alert').filter({ hasText: 'This workflow was changed elsewhere.' });
  await expect(alert.getByRole('row', { name: 'Workflow name Mine Theirs' })).toBeVisible();
  expect((await readStored(page, workflowId)).document.name).toBe('Theirs');
  await alert.getByRole('button', { name: 'Keep mine' }).click();
  await waitForSave(page, 'saved');
  expect(await readStored(page, workflowId)).toMatchObject({ revision: 3, document: { name: 'Mine' } });

  await storeAsAnother(page, workflowId, 'Theirs again');
  await name.fill('Mine again');
  await waitForSave(page, 'stale');
  await alert.getByRole('button', { name: 'Take theirs' }).click();
  await waitForSave(page, 'saved');
  await expect(name).toHaveValue('Theirs again');
  await expect(alert).toHaveCount(0);

  await storeAsAnother(page, workflowId, 'Theirs once more');
  await name.fill('Mine once more');
  await waitForSave(page, 'stale');
  await alert.getByRole('button', { name: 'Open mine as a copy' }).click();
  await expect(name).toHaveValue('Mine once more (my copy)');
  expect(new URL(page.url()).pathname).not.toBe(`/workflows/${workflowId}`);
  expect((await readStored(page, workflowId)).document.name).toBe('Theirs once more');
});

test('changes of two people to different things are both kept, and a saved revision appears on return', async ({
  page,
  watch,
}) => {
  watch.expectProblem(/409/);
  const workflowId = await saveWorkflow(page, letter);
  await openEditor(page, workflowId);
  await storeAsAnother(page, workflowId, 'Theirs');
  await nodeOnCanvas(page, 'write').click();
  await nodeOnCanvas(page, 'write').focus();
  await page.keyboard.press('Shift+ArrowDown');
  await waitForSave(page, 'stale');
  await page.getByRole('alert').getByRole('button', { name: 'Keep both' }).click();
  await waitForSave(page, 'saved');
  const { document } = await readStored(page, workflowId);
  const before = letter.nodes.find(({ id }) => id === 'write')?.position.y ?? 0;
  expect(document.name).toBe('Theirs');
  expect(document.nodes.find(({ id }) => id === 'write')?.position.y).toBeGreaterThan(before);
  await storeAsAnother(page, workflowId, 'Saved in another tab');
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page.getByRole('textbox', { name: 'Name of the workflow' })).toHaveValue('Saved in another tab');
});

test('edits are kept while the connection is broken and saved once it is back', async ({ page, watch }) => {
  watch.expectProblem(/ERR_FAILED/);
  const workflowId = await saveWorkflow(page, letter);
  await openEditor(page, workflowId);
  await page.route('**/api/v1/workflows/*', (route) => route.abort());
  await page.getByRole('textbox', { name: 'Name of the workflow' }).fill('Typed while offline');
  await waitForSave(page, 'failed');
  await page.unroute('**/api/v1/workflows/*');
  await waitForSave(page, 'saved');
  expect((await readStored(page, workflowId)).document.name).toBe('Typed while offline');
});

test('a part that fails to load shows its error and a retry, and the rest works', async ({ page, watch }) => {
  watch.expectProblem(/ERR_FAILED|could not be loaded|Failed to load chunk/);
  await openEditor(page, await saveWorkflow(page, letter));
  await page.getByRole('textbox', { name: 'Name of the workflow' }).fill('Kept');
  await waitForSave(page, 'saved');
  await page.route('**/_next/static/chunks/**', (route) => route.abort());
  await page.getByRole('tab', { name: 'Output', exact: true }).click();
  const told = page.getByRole('alert').filter({ hasText: 'This part of the page could not be loaded' });
  await expect(told).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name of the workflow' })).toHaveValue('Kept');
  await told.getByRole('button', { name: 'Try again' }).click();
  await expect(told).toBeVisible();
  await page.unroute('**/_next/static/chunks/**');
  await told.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Select one node to see its input')).toBeVisible();
  await expect(told).toBeHidden();
});

test('the browser warns before leaving unsaved changes, and only then', async ({ page, watch }) => {
  watch.expectProblem(/ERR_FAILED/);
  await openEditor(page, await saveWorkflow(page, letter));
  let asked = 0;
  page.on('dialog', (dialog) => {
    asked++;
    void dialog.accept();
  });
  await page.reload();
  await waitForEditor(page);
  expect(asked).toBe(0);
  await page.route('**/api/v1/workflows/*', (route) => route.abort());
  await page.getByRole('textbox', { name: 'Name of the workflow' }).fill('Not stored');
  await waitForSave(page, 'failed');
  await page.reload();
  expect(asked).toBe(1);
});

test('an entry in the list of problems goes to its node', async ({ page }) => {
  const broken = {
    ...letter,
    nodes: [...letter.nodes, at(node('far', 'merge', {}), 4000, 4000)],
    edges: [...letter.edges, edge('frame', 'end')],
  };
  await openEditor(page, await saveWorkflow(page, broken));
  await page.locator('[data-part="problem-count"]').click();
  await page.getByRole('button', { name: /No path leads from start to far/ }).click();
  await expect(nodeOnCanvas(page, 'far')).toBeInViewport();
  await expect(nodeOnCanvas(page, 'far').locator('[data-selected]')).toBeVisible();
  await page.keyboard.press('Delete');
  await expect(page.locator('[data-part="problem-count"]')).toHaveCount(0);
});

test('only the visible nodes of a thousand are rendered', async ({ page }) => {
  const many = Array.from({ length: 1000 }, (_, index) =>
    at(node(`step_${index}`, 'template', { template: `Step ${index}` }), (index % 40) * 260, Math.floor(index / 40) * 120),
  );
  await openEditor(page, await saveWorkflow(page, { name: 'Large', nodes: many, edges: [] }));
  await expect(nodes(page).first()).toBeVisible();
  await page.getByRole('button', { name: /^Zoom \d+%/ }).click();
  await expect.poll(() => nodes(page).count()).toBeLessThan(60);
  expect(await nodes(page).count()).toBeGreaterThan(0);
});

for (const theme of ['light', 'dark']) {
  test(`the editor is accessible, ${theme}`, async ({ page, context, baseURL }) => {
    await set(context, baseURL, { theme });
    const unfinished = { ...letter, edges: letter.edges.slice(0, 1) };
    await openEditor(page, await saveWorkflow(page, unfinished));
    await nodeOnCanvas(page, 'write').click();
    await expect(page.locator('[data-part="problem-count"]')).toBeVisible();
    await expectAccessible(page, 'a workflow with a problem');
    await page.locator('[data-part="problem-count"]').click();
    await expectAccessible(page, 'the list of problems', '[role="dialog"]');
  });
}

test('a click on a node shows its form while another panel is open, and a button leads back', async ({ page }) => {
  await openEditor(page, await saveWorkflow(page, letter));
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const publish = page.getByRole('complementary', { name: 'Publish' });
  await expect(publish).toBeVisible();
  await nodeOnCanvas(page, 'write').click();
  const form = page.getByRole('complementary', { name: 'Selected node' });
  await expect(form.locator('[data-field="userPrompt"]')).toBeVisible();
  await form.getByRole('button', { name: 'Back to Publish' }).click();
  await expect(publish).toBeVisible();
});

test('undo takes back a code node whose editor has the focus', async ({ page }) => {
  await openEditor(page, await saveWorkflow(page, letter));
  await page.getByRole('option', { name: 'Code', exact: true }).click();
  await expect(nodes(page)).toHaveCount(5);
  await expect(page.locator('#inspector .monaco-editor')).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[data-field="code"]') !== null)).toBe(true);
  await undo(page);
  await expect(nodes(page)).toHaveCount(4);
});

test('an edge that skips a node is drawn around it', async ({ page }) => {
  const graph = {
    name: 'Around',
    nodes: [
      at(node('start', 'start', { inputs: [] }), 0, 0),
      at(node('sort', 'condition', { when: 'true' }), 0, 60),
      at(node('write', 'llm', { userPrompt: 'Hello' }), 0, 160),
      at(node('end', 'end', { outputs: {} }), 0, 240),
    ],
    edges: [edge('start', 'sort'), edge('sort', 'write', 'true'), edge('sort', 'end', 'false'), edge('write', 'end')],
  };
  await openEditor(page, await saveWorkflow(page, graph));
  const path = page.locator('.react-flow__edge[data-id="sort-end"] .react-flow__edge-path');
  const isBehind = await path.evaluate((line: SVGPathElement) => {
    const box = document.querySelector('.react-flow__node[data-id="write"]')?.getBoundingClientRect();
    const matrix = line.getScreenCTM();
    const steps = Array.from({ length: 200 }, (_, index) => line.getPointAtLength((line.getTotalLength() * index) / 199));
    return steps.some((point) => {
      const { x, y } = point.matrixTransform(matrix ?? undefined);
      return box !== undefined && x > box.left && x < box.right && y > box.top && y < box.bottom;
    });
  });
  expect(isBehind).toBe(false);
});

/** 200 %, 175 % and 150 % of 1440 x 900, and a tablet. */
for (const [width, height] of [
  [720, 450],
  [823, 514],
  [960, 600],
  [768, 1024],
] as const) {
  test(`in a window of ${width} x ${height} px one can edit`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openEditor(page, await saveWorkflow(page, letter));
    expect(await overflowOf(page)).toBe(0);
    expect(await outsideOf(page)).toEqual([]);
    const box = await canvas(page).boundingBox();
    expect(box?.height).toBeGreaterThan(height / 3);
    await nodeOnCanvas(page, 'write').click();
    const form = page.getByRole('complementary', { name: 'Selected node' });
    await expect(form.getByRole('tab', { name: 'Config' })).toBeInViewport();
    expect(await outsideOf(page)).toEqual([]);
    if (width < 940) {
      await form.getByRole('button', { name: 'Close' }).click();
      await expect(form).toBeHidden();
      await page.getByRole('button', { name: 'Open the panel' }).click();
      await expect(form).toBeVisible();
    }
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByRole('complementary', { name: 'Publish' })).toBeInViewport();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add a node', exact: true }).click();
    await page.getByRole('complementary', { name: 'Nodes' }).getByRole('option', { name: 'Template' }).click();
    await expect(nodes(page)).toHaveCount(letter.nodes.length + 1);
  });
}

for (const width of [1024, 1440]) {
  test(`the editor fits a window of ${width} px, also in Chinese`, async ({ page, context, baseURL }) => {
    await set(context, baseURL, { language: 'zh-CN' });
    await page.setViewportSize({ width, height: 768 });
    await openEditor(page, await saveWorkflow(page, letter));
    expect(await overflowOf(page)).toBe(0);
    expect(await outsideOf(page)).toEqual([]);
    await page.keyboard.press('/');
    await expect(page.getByRole('combobox', { name: '查找节点' })).toBeFocused();
    await expect(canvas(page)).toBeVisible();
  });
}
