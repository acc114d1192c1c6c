import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { openEditor } from './editor-page.ts';
import { field, select, storedNode } from './inspector-page.ts';
import { edge, node } from './run-page.ts';
import { saveWorkflow } from './studio-page.ts';
import { test } from './watched-test.ts';

const graph = {
  name: 'Question',
  nodes: [
    { ...node('start', 'start', { inputs: [{ name: 'question', type: 'text', required: true }] }), position: { x: 0, y: 0 } },
    { ...node('answer', 'llm', { userPrompt: 'Why?' }), position: { x: 0, y: 110 } },
    { ...node('code', 'code', { code: 'return 1;' }), position: { x: 0, y: 220 } },
  ],
  edges: [edge('start', 'answer'), edge('answer', 'code')],
};

async function open(page: Page, nodeId: string): Promise<string> {
  const workflowId = await saveWorkflow(page, graph);
  await openEditor(page, workflowId);
  await select(page, nodeId);
  return workflowId;
}

test('the large editor completes, explains and highlights, and changes the document', async ({ page }) => {
  const workflowId = await open(page, 'answer');
  const prompt = field(page, 'userPrompt');
  await prompt.getByRole('button', { name: /in the large editor/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('.monaco-editor').first()).toBeVisible({ timeout: 20_000 });
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' {{start.');
  const entry = dialog.locator('.suggest-widget').getByRole('option', { name: /start\.question/ });
  await expect(entry).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog.locator('.suggest-widget.visible')).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Control+ ');
  await expect(entry).toBeVisible();
  await page.keyboard.press('Enter');
  // The text is drawn again once it is highlighted, and then the pointer has to come again.
  await expect(async () => {
    await page.mouse.move(0, 0);
    await dialog.getByText('{{start.question}}').hover();
    await expect(dialog.locator('.monaco-hover').filter({ hasText: 'No value in the selected run' })).toBeVisible({
      timeout: 2000,
    });
  }).toPass({ timeout: 20_000 });
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(prompt.getByRole('textbox')).toHaveValue('Why? {{start.question}}');
  expect((await storedNode(page, workflowId, 'answer')).config.userPrompt).toBe('Why? {{start.question}}');
});

test('if the large editor fails to load, a plain field replaces it', async ({ page, watch }) => {
  const workflowId = await open(page, 'answer');
  watch.expectProblem(/ERR_FAILED/);
  const refused = page.waitForEvent('requestfailed');
  await page.route('**/_next/static/chunks/**', (route) => route.abort());
  await field(page, 'userPrompt')
    .getByRole('button', { name: /in the large editor/ })
    .click();
  await refused;
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Prompt' }).fill('Written without it');
  await dialog.getByRole('button', { name: 'Done' }).click();
  expect((await storedNode(page, workflowId, 'answer')).config.userPrompt).toBe('Written without it');
});

test('the code editor has the focus of the plain field from the moment it replaces it, but not for another language', async ({
  page,
}) => {
  await open(page, 'answer');
  const isLoaded = Promise.withResolvers<void>();
  await page.route('**/_next/static/chunks/**', async (route) => {
    await isLoaded.promise;
    await route.continue();
  });
  await select(page, 'code');
  const code = field(page, 'code');
  await code.getByRole('textbox', { name: 'Code' }).focus();
  const focused = page.evaluate(
    () =>
      new Promise((resolve) => {
        // A microtask: no key can arrive between it and the change that it sees. The first one arrives right then.
        const replaced = new MutationObserver(() => {
          const editor = document.querySelector('[data-code-editor]');
          if (!editor) return;
          replaced.disconnect();
          document.execCommand('insertText', false, '// ');
          resolve(editor.contains(document.activeElement));
        });
        replaced.observe(document.body, { subtree: true, childList: true });
      }),
  );
  isLoaded.resolve();
  expect(await focused).toBe(true);
  await page.keyboard.type('Ok');
  await expect(code.locator('.view-lines')).toHaveText('return 1;// Ok');
  const python = field(page, 'language').getByRole('radio', { name: 'Python' });
  await python.click();
  await expect(code.locator('[data-code-editor="python"] .monaco-editor')).toBeVisible();
  await expect(python).toBeFocused();
  await expect(code.locator('.view-lines')).toHaveText('return 1;// Ok');
});

test('what is typed before the form of a new node is drawn is typed into its field', async ({ page }) => {
  const workflowId = await saveWorkflow(page, graph);
  await openEditor(page, workflowId);
  await page.keyboard.press('F4');
  await page.getByRole('combobox', { name: 'Find a node' }).fill('llm');
  const isTyped = Promise.withResolvers<void>();
  // The form is loaded with the first node that is shown.
  await page.route('**/_next/static/chunks/**', async (route) => {
    await isTyped.promise;
    await route.continue();
  });
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('Why');
  isTyped.resolve();
  await expect(field(page, 'userPrompt').getByRole('textbox')).toHaveValue('Why');
  await expect(field(page, 'userPrompt').getByRole('textbox')).toBeFocused();
});

test('the large editor is accessible, and Tab moves from its text to the values next to it', async ({ page }) => {
  await open(page, 'answer');
  await field(page, 'userPrompt')
    .getByRole('button', { name: /in the large editor/ })
    .click();
  await expect(page.locator('[data-code-editor] .monaco-editor').first()).toBeVisible({ timeout: 20_000 });
  await page.keyboard.press('Tab');
  await expect(page.getByRole('dialog').getByRole('searchbox', { name: 'Search names and values' })).toBeFocused();
  await expectAccessible(page, 'large editor');
});
