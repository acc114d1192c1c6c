import { test as base, expect } from '@playwright/test';
import { KeptPage } from './kept-page.ts';

type ConsoleWatch = {
  /** Declares a console message or page error as expected. */
  expectProblem(problem: RegExp): void;
};

/**
 * A test that fails on page errors and console errors, except those that it declared as expected. Tests share a
 * page, which each of them gets as if it were new.
 */
export const test = base.extend<{ watch: ConsoleWatch }, { keptPage: KeptPage }>({
  keptPage: [
    async ({ browser }, use) => {
      const kept = new KeptPage(browser);
      await use(kept);
      await kept.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ keptPage }, use, testInfo) => {
    await use(await keptPage.open());
    await keptPage.release(testInfo.status !== testInfo.expectedStatus);
  },
  page: async ({ context: _, keptPage, viewport }, use) => {
    const { page } = keptPage;
    if (viewport) await page.setViewportSize(viewport);
    await use(page);
  },
  watch: [
    async ({ page }, use) => {
      const problems: string[] = [];
      const expected: RegExp[] = [];
      page.on('pageerror', (error) => problems.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(`${message.text()} ${message.location().url}`);
      });
      await use({ expectProblem: (problem) => void expected.push(problem) });
      const unexpected = problems.filter((problem) => !expected.some((one) => one.test(problem)));
      expect(unexpected, 'errors in the console').toEqual([]);
    },
    { auto: true },
  ],
});
