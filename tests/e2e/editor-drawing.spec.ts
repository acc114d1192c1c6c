import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import {
  canvas,
  command,
  drag,
  edges,
  idsOf,
  middleOf,
  nodeOnCanvas,
  nodes,
  openEditor,
  portPlace,
  readStored,
  waitForSave,
} from './editor-page.ts';
import { edge, node } from './run-page.ts';
import { saveWorkflow } from './studio-page.ts';
import { test } from './watched-test.ts';

const at = <Made extends object>(made: Made, x: number, y: number) => ({ ...made, position: { x, y } });
const text = (id: string, x: number, y: number) => at(node(id, 'template', { template: id }), x, y);
/** From top to bottom: start, a template node, end. To the right an unconnected template node. */
const letter = {
  name: 'Letter',
  nodes: [
    at(node('start', 'start', { inputs: [] }), 0, 0),
    text('write', 0, 96),
    at(node('end', 'end', { outputs: { letter: '{{write.text}}' } }), 0, 240),
    text('loose', 300, 130),
  ],
  edges: [edge('start', 'write'), edge('write', 'end')],
};
const selected = (page: Page) => page.locator('.react-flow__node [data-selected]');
const note = (page: Page, noteId: string) => page.locator(`.react-flow__node[data-id="note:${noteId}"]`);
async function stored(page: Page, workflowId: string) {
  await waitForSave(page, 'saved');
  return (await readStored(page, workflowId)).document;
}
async function positionsOf(page: Page, workflowId: string) {
  const { nodes: all } = await stored(page, workflowId);
  return new Map(all.map(({ id, position }) => [id, position]));
}

test('Shift and drag selects what the box touches, and Shift and click adds to it', async ({ page }) => {
  await openEditor(page, await saveWorkflow(page, letter));
  const [first, last] = [await nodeOnCanvas(page, 'write').boundingBox(), await nodeOnCanvas(page, 'loose').boundingBox()];
  if (!first || !last) throw new Error('The nodes are on the canvas');
  await page.keyboard.down('Shift');
  await expect(page.locator('.react-flow__pane.selection')).toBeVisible();
  // Away from the border of the canvas, where dragging would scroll it.
  await drag(page, { x: first.x - 30, y: first.y - 10 }, { x: last.x + 30, y: last.y + 20 });
  await page.keyboard.up('Shift');
  await expect(selected(page)).toHaveCount(2);
  await nodeOnCanvas(page, 'end').click({ modifiers: ['Shift'] });
  await expect(selected(page)).toHaveCount(3);
});

test('with the select tool a plain drag selects', async ({ page }) => {
  await openEditor(page, await saveWorkflow(page, letter));
  await page.getByRole('button', { name: 'Selection tool' }).click();
  const box = await nodeOnCanvas(page, 'loose').boundingBox();
  if (!box) throw new Error('The node is on the canvas');
  await drag(page, { x: box.x - 30, y: box.y - 30 }, { x: box.x + 40, y: box.y + 30 });
  await expect(selected(page)).toHaveCount(1);
});

test('selected nodes are aligned in one history step', async ({ page }) => {
  const workflowId = await saveWorkflow(page, letter);
  await openEditor(page, workflowId);
  await nodeOnCanvas(page, 'write').click();
  await nodeOnCanvas(page, 'loose').click({ modifiers: ['Control'] });
  await page.keyboard.press('Alt+w');
  await expect.poll(async () => (await positionsOf(page, workflowId)).get('loose')).toEqual({ x: 300, y: 96 });
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await positionsOf(page, workflowId)).get('loose')).toEqual({ x: 300, y: 130 });
});

test('a node dropped on an edge is inserted into it, from the list and from the canvas', async ({ page }) => {
  const workflowId = await saveWorkflow(page, letter);
  await openEditor(page, workflowId);
  const loose = await nodeOnCanvas(page, 'loose').boundingBox();
  const [out, into] = [await portPlace(page, 'write', 'out'), await portPlace(page, 'end', 'in')];
  if (!loose) throw new Error('The node is on the canvas');
  const onEdge = { x: out.x, y: (out.y + into.y) / 2 };
  await drag(page, { x: loose.x + 20, y: loose.y + 10 }, onEdge);
  await expect
    .poll(async () => (await stored(page, workflowId)).edges.map(({ id }) => id).sort())
    .toEqual(['loose-end', 'start-write', 'write-loose']);
  await page.keyboard.press('Control+z');
  await expect(edges(page)).toHaveCount(2);

  const area = await canvas(page).boundingBox();
  const upper = await portPlace(page, 'start', 'out');
  const lower = await portPlace(page, 'write', 'in');
  const targetPosition = { x: upper.x - (area?.x ?? 0), y: (upper.y + lower.y) / 2 - (area?.y ?? 0) };
  await page.locator('[data-node-type="merge"]').dragTo(canvas(page), { targetPosition });
  await expect(nodeOnCanvas(page, 'merge')).toBeVisible();
  expect((await idsOf(edges(page))).toSorted()).toEqual(['merge-write', 'start-merge', 'write-end']);
});

test('an end of an edge can be moved to another node', async ({ page }) => {
  const workflowId = await saveWorkflow(page, letter);
  await openEditor(page, workflowId);
  const target = await portPlace(page, 'end', 'in');
  const other = await portPlace(page, 'loose', 'in');
  await drag(page, { x: target.x, y: target.y - 20 }, other);
  await expect
    .poll(async () => (await stored(page, workflowId)).edges.map(({ id }) => id).sort())
    .toEqual(['start-write', 'write-loose']);
});

test('a note can be written and moved, and is kept after a reload', async ({ page }) => {
  const workflowId = await saveWorkflow(page, letter);
  await openEditor(page, workflowId);
  await page.getByRole('button', { name: 'Add a note' }).click();
  await expect(page.getByRole('textbox', { name: 'Note text' })).toBeFocused();
  await page.keyboard.type('Ask Mara first');
  await page.keyboard.press('Escape');
  await expect(note(page, 'note_1')).toHaveText('Ask Mara first');
  const before = (await stored(page, workflowId)).canvas?.notes?.[0]?.position;
  const box = await note(page, 'note_1').boundingBox();
  await drag(page, { x: (box?.x ?? 0) + 30, y: (box?.y ?? 0) + 12 }, { x: (box?.x ?? 0) + 110, y: (box?.y ?? 0) + 60 });
  await expect.poll(async () => (await stored(page, workflowId)).canvas?.notes?.[0]?.position).not.toEqual(before);
  await page.reload();
  await expect(note(page, 'note_1')).toHaveText('Ask Mara first');
  await note(page, 'note_1').focus();
  await page.keyboard.press(' ');
  await page.keyboard.press('Delete');
  await expect(note(page, 'note_1')).toHaveCount(0);
});

test('a frame around nodes has a title and moves its nodes', async ({ page }) => {
  const workflowId = await saveWorkflow(page, letter);
  await openEditor(page, workflowId);
  await nodeOnCanvas(page, 'write').click();
  await nodeOnCanvas(page, 'loose').click({ modifiers: ['Control'] });
  await page.keyboard.press('Control+g');
  await expect(page.getByRole('textbox', { name: 'Group title' })).toBeFocused();
  await page.keyboard.type('Writing');
  await page.keyboard.press('Enter');
  const title = page.getByRole('button', { name: 'Writing' });
  const before = await positionsOf(page, workflowId);
  const grip = await middleOf(title);
  await drag(page, grip, { x: grip.x + 40, y: grip.y + 32 });
  await expect.poll(async () => (await positionsOf(page, workflowId)).get('write')).not.toEqual(before.get('write'));
  const after = await positionsOf(page, workflowId);
  const moved = (id: string) => [
    (after.get(id)?.x ?? 0) - (before.get(id)?.x ?? 0),
    (after.get(id)?.y ?? 0) - (before.get(id)?.y ?? 0),
  ];
  expect(moved('write')).toEqual(moved('loose'));
  expect(moved('start')).toEqual([0, 0]);
  await title.click();
  await expect(selected(page)).toHaveCount(2);
  await nodeOnCanvas(page, 'write').focus();
  await command(page, 'ungroup');
  await expect(title).toHaveCount(0);
});

test('a group is collapsed to one box, by pointer and by key, and shows what its nodes came to', async ({ page }) => {
  // A loose node would keep it from running.
  const workflowId = await saveWorkflow(page, { ...letter, nodes: letter.nodes.filter(({ id }) => id !== 'loose') });
  await openEditor(page, workflowId);
  await nodeOnCanvas(page, 'write').click();
  await page.keyboard.press('Control+g');
  await page.keyboard.type('Writing');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Collapse to one box' }).click();
  const box = page.locator('[data-collapsed="group_1"]');
  await expect(box).toContainText('1 node');
  await expect(nodeOnCanvas(page, 'write')).toHaveCount(0);
  await expect(edges(page)).toHaveCount(2);
  expect((await stored(page, workflowId)).canvas?.groups).toEqual([
    { id: 'group_1', title: 'Writing', collapsed: true, nodeIds: ['write'] },
  ]);
  const before = await positionsOf(page, workflowId);
  const grip = await middleOf(box);
  await drag(page, grip, { x: grip.x + 40, y: grip.y + 32 });
  await expect.poll(async () => (await positionsOf(page, workflowId)).get('write')).not.toEqual(before.get('write'));
  await page.getByRole('banner').getByRole('button', { name: 'Run', exact: true }).click();
  await expect(box).toHaveAttribute('data-state', 'succeeded');
  await expect(box).toContainText('1 of 1 node');
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expectAccessible(page, `a collapsed group in ${theme}`);
  }
  await page.reload();
  await box.getByRole('button', { name: 'Expand' }).click();
  await expect(nodeOnCanvas(page, 'write')).toBeVisible();
  await page.keyboard.press('Alt+g');
  await expect(box).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(nodeOnCanvas(page, 'write')).toBeVisible();
});

test('nodes are pasted into another workflow, and pasting other text explains why it fails', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openEditor(page, await saveWorkflow(page, letter));
  await nodeOnCanvas(page, 'write').click();
  await page.keyboard.press('Control+c');
  const other = await context.newPage();
  await openEditor(other, await saveWorkflow(page, { name: 'Other', nodes: [], edges: [] }));
  await canvas(other).click({ position: { x: 300, y: 300 } });
  await other.keyboard.press('Control+v');
  await expect(nodeOnCanvas(other, 'write')).toBeVisible();
  await expect(nodes(other)).toHaveCount(1);
  await other.evaluate(() => navigator.clipboard.writeText('{"nodes":[{"name":"Webhook"}]}'));
  await other.keyboard.press('Control+v');
  await expect(other.locator('[data-part="notice"]')).toContainText('this JSON is not from Threadloom');
  await other.evaluate(() => navigator.clipboard.writeText('{"format":"threadloom/elements@1","nodes":[{}],"edges":[]}'));
  await other.keyboard.press('Control+v');
  await expect(other.locator('[data-part="notice"]')).toContainText('nodes.0.id');
  await expect(nodes(other)).toHaveCount(1);
});
