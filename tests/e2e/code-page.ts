import { expect, type Locator, type Page } from '@playwright/test';

/** The Monaco editor inside an element. */
export const code = (within: Locator) => within.locator('.monaco-editor').first();

export async function waitForCode(within: Locator) {
  await expect(code(within)).toBeVisible({ timeout: 20_000 });
}

/** Replaces the content of Monaco by pasting, because it would complete typed brackets. */
export async function replaceCode(page: Page, within: Locator, text: string) {
  await waitForCode(within);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await code(within).locator('.view-lines').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
  await page.keyboard.press('ControlOrMeta+v');
}
