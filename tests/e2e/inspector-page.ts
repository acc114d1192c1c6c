import { expect, type Locator, type Page } from '@playwright/test';
import { nodeOnCanvas, readStored, waitForSave } from './editor-page.ts';

export const inspector = (page: Page) => page.locator('#inspector');
export const field = (page: Page, path: string) => inspector(page).locator(`[data-field="${path}"]`);

/** Selects a node on the canvas and waits for its form. */
export async function select(page: Page, nodeId: string) {
  await nodeOnCanvas(page, nodeId).click({ position: { x: 60, y: 10 } });
  await expect(inspector(page).locator(`[data-inspected="${nodeId}"]`)).toBeVisible();
}

type Config = Record<string, unknown>;

/** A node of the stored document, after everything was saved. */
export async function storedNode(page: Page, workflowId: string, nodeId: string) {
  await waitForSave(page, 'saved');
  const { document } = await readStored(page, workflowId);
  return document.nodes.find(({ id }) => id === nodeId) as unknown as { label: string; config: Config; options?: Config };
}

/** Types key by key at the caret: `fill` would not open the list. */
export async function type(control: Locator, text: string) {
  await control.press('Control+End');
  await control.pressSequentially(text);
}
