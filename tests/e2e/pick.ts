import type { Locator, Page } from '@playwright/test';

/** Chooses in a list with search, as a person who knows a part of the name does. */
export async function pick(page: Page, control: Locator, search: string): Promise<void> {
  await control.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').fill(search);
  await dialog.getByRole('option').filter({ hasText: search }).first().waitFor();
  await page.keyboard.press('Enter');
}
