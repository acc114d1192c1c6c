import { expect, type Locator, type Page } from '@playwright/test';

type Stored = {
  revision: number;
  document: {
    name: string;
    nodes: {
      id: string;
      position: { x: number; y: number };
      label: string;
      config: object;
      parentId?: string;
      size?: { width: number; height: number };
    }[];
    edges: { id: string }[];
    canvas?: { notes?: { text: string; position: { x: number; y: number } }[]; groups?: { title: string; nodeIds: string[] }[] };
  };
};

export async function readStored(page: Page, workflowId: string): Promise<Stored> {
  const answer = await page.request.get(`/api/v1/workflows/${workflowId}`);
  return (await answer.json()) as Stored;
}

/** Saves a change through the API, like another user. */
export async function storeAsAnother(page: Page, workflowId: string, name: string) {
  const { revision, document } = await readStored(page, workflowId);
  const headers = { 'if-match': String(revision) };
  const answer = await page.request.put(`/api/v1/workflows/${workflowId}`, { data: { ...document, name }, headers });
  expect(answer.status()).toBe(200);
}

/** Opens the editor and waits until it is interactive. */
export async function openEditor(page: Page, workflowId: string) {
  await page.goto(`/workflows/${workflowId}`);
  await waitForEditor(page);
}

export async function waitForEditor(page: Page) {
  await expect(canvas(page)).toHaveAttribute('aria-busy', 'false', { timeout: 20_000 });
}

export const canvas = (page: Page) => page.locator('[data-part="canvas"]');
export const nodes = (page: Page) => page.locator('.react-flow__node');
export const nodeOnCanvas = (page: Page, nodeId: string) => page.locator(`.react-flow__node[data-id="${nodeId}"]`);
export const edges = (page: Page) => page.locator('.react-flow__edge');
const port = (page: Page, nodeId: string, handle: string) => nodeOnCanvas(page, nodeId).locator(`[data-handleid="${handle}"]`);

/** Position of a port. Its element is rendered when the pointer is near; before that it is only painted. */
export async function portPlace(page: Page, nodeId: string, handle: string) {
  await nodeOnCanvas(page, nodeId).hover();
  return middleOf(port(page, nodeId, handle));
}

export async function idsOf(list: Locator): Promise<(string | null)[]> {
  return list.evaluateAll((elements) => elements.map((element) => element.getAttribute('data-id')));
}

export async function waitForSave(page: Page, status: string) {
  await expect(page.locator(`[data-save="${status}"]`)).toBeVisible({ timeout: 20_000 });
}

export async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('It is not on the page');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags an edge from an output to an input, or to a position on the page. */
export async function drawLine(page: Page, from: [string, string], to: [string, string] | { x: number; y: number }) {
  const end = Array.isArray(to) ? await portPlace(page, ...to) : to;
  const start = await portPlace(page, ...from);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 5 });
  await page.mouse.move(end.x, end.y, { steps: 5 });
  await page.mouse.up();
}

/** Runs a command of the palette by its text. */
export async function command(page: Page, words: string) {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
  await expect(palette).toHaveCount(0);
}

/** Drags from one position to another in several moves. */
export async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 5 });
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
}
