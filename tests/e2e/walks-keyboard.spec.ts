import { expect, type Locator, type Page } from '@playwright/test';
import { message, turns } from './chat-flows.ts';
import { CountedActions } from './counted-actions.ts';
import { nodes, waitForEditor } from './editor-page.ts';
import { expectFocusSeen } from './focus-seen.ts';
import { clearWorkspace } from './studio-page.ts';
import { test } from './watched-test.ts';

const KEYBOARD_MAX = 30;
const TABS_MAX = 60;

let hand: CountedActions;
test.beforeEach(async ({ page }) => {
  await clearWorkspace(page);
  hand = new CountedActions(page, { afterEach: expectFocusSeen });
});
test.afterEach(() => hand.end());

/** Moves the focus forward until it is there. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible();
  for (let tabs = 0; tabs < TABS_MAX; tabs++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await hand.press('Tab');
  }
  throw new Error(`Not reached with ${TABS_MAX} tabs: ${await page.evaluate(() => document.activeElement?.outerHTML)}`);
}

test('without a mouse, an empty start page becomes a published chat page that answers', async ({ page, context }) => {
  test.slow();
  await page.goto('/');
  await expect(page.locator('[inert]')).toHaveCount(0);
  const panel = page.locator('[data-publish-panel]');
  const sentence = page.getByRole('textbox', { name: 'What should it do?' });

  await hand.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await hand.press('Enter');
  await tabTo(page, sentence);
  await hand.type('Answer a question briefly', sentence);
  await hand.press('Control+Enter');
  await page.waitForURL('**/workflows/wf_*');
  await waitForEditor(page);
  await expect.poll(() => nodes(page).count()).toBe(3);
  await expectFocusSeen(page);

  await hand.press('Control+Shift+P');
  await tabTo(page, panel.getByRole('button', { name: 'Publish', exact: true }));
  await hand.press('Enter');
  await expect(panel.locator('[data-published="1"]')).toBeVisible();
  const section = panel.locator('[data-chat-page]');
  await tabTo(page, section.getByLabel('Who may chat'));
  await hand.press('e');
  await expect(section.getByLabel('Who may chat')).toHaveValue('public');
  await tabTo(page, section.getByRole('button', { name: 'Save', exact: true }));
  await hand.press('Enter');
  await expect(section).toContainText('Saved.');
  await tabTo(page, section.getByRole('link', { name: 'Open chat page' }));
  const opened = context.waitForEvent('page');
  await hand.press('Enter');
  const chat = await opened;
  hand.continueIn(chat);
  await hand.type('Why is the sky blue?', message(chat));
  await hand.press('Enter');
  await expect(turns(chat).first()).toContainText('You asked: Why is the sky blue?', { timeout: 30_000 });
  await expectFocusSeen(chat);
  hand.expectAtMost(KEYBOARD_MAX, 'keyboard alone');
});
