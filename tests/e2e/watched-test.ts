import { test as base, expect } from '@playwright/test';

type ConsoleWatch = {
  /** Declares a console message or page error as expected. */
  expectProblem(problem: RegExp): void;
};

/** A test that fails on page errors and console errors, except those that it declared as expected. */
export const test = base.extend<{ watch: ConsoleWatch }>({
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
