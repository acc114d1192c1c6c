import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Each theme and language once: colours differ by theme, texts and their widths by language. */
export const looks = [
  { theme: 'light', language: 'en' },
  { theme: 'dark', language: 'zh-CN' },
] as const;

/**
 * axe finds no violation.
 *
 * @param state what the page shows, for the message of a failure.
 * @param within a selector; without it the whole page is examined.
 */
export async function expectAccessible(page: Page, state: string, within?: string) {
  // Its code may be loaded by what opened it.
  if (within) await page.locator(within).first().waitFor();
  // Until a page is hydrated its forms are inert, and nothing in it has the keyboard.
  await expect(page.locator('main [inert]')).toHaveCount(0);
  // A colour in the middle of its transition has another contrast.
  await page.evaluate(() => {
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
    return Promise.allSettled(transitions.map(({ finished }) => finished)).then(() => undefined);
  });
  await addAxe(page);
  const violations = await page.evaluate(findViolations, { within, tags });
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  expect(found, state).toEqual([]);
}

/** Compiling it takes as long as a small page's examination, so once for each document. */
async function addAxe(page: Page) {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window)))
      await frame.evaluate(`${axe.source}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`);
}

/** Runs in the page. Violations only: selectors of passing elements make axe ten times slower. */
async function findViolations({ within, tags }: { within: string | undefined; tags: string[] }) {
  const { violations } = await window.axe.run(within ?? document, {
    runOnly: { type: 'tag', values: tags },
    resultTypes: ['violations'],
  });
  return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target }) => ({ target })) }));
}

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}
