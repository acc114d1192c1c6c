import { expect, type Locator, type Page } from '@playwright/test';

/** Monaco inside of something. */
export const code = (within: Locator) => within.locator('.monaco-editor').first();

export async function waitForCode(within: Locator) {
  await expect(code(within)).toBeVisible({ timeout: 20_000 });
}

/** Pastes a text in the place of all that Monaco shows: what is typed it would complete with brackets of its own. */
export async function replaceCode(page: Page, within: Locator, text: string) {
  await waitForCode(within);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await code(within).locator('.view-lines').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
  await page.keyboard.press('ControlOrMeta+v');
}
