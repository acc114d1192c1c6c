import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { nodeOnCanvas, openEditor, waitForSave } from './editor-page.ts';
import { edge, node } from './run-page.ts';
import { clearWorkspace, saveWorkflow } from './studio-page.ts';

test.beforeEach(({ page }) => clearWorkspace(page));

test('a granted host is validated while it is typed, and shown before publishing', async ({ page }) => {
  const inputSchema = { type: 'object', properties: { rows: { type: 'array', items: { type: 'number' } } } };
  const workflowId = await saveWorkflow(page, {
    name: 'Granted',
    nodes: [
      node('start', 'start', { inputs: [] }),
      node('code', 'code', {
        code: 'return 1',
        inputs: { rows: [1] },
        inputSchema,
        grants: { hosts: ['https://api.example.com/v1'] },
      }),
    ],
    edges: [edge('start', 'code')],
  });
  await openEditor(page, workflowId);
  await nodeOnCanvas(page, 'code').click();
  const host = page.getByRole('textbox', { name: 'Entry 1' });
  const problem = page.getByText('Host: Write a host without path or scheme').first();
  await expect(problem).toBeVisible();
  await expectAccessible(page, 'a granted host that is none');
  await host.fill('*.example.com');
  await expect(problem).toBeHidden();
  await waitForSave(page, 'saved');

  await page.getByRole('banner').getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.locator('[data-publish-panel] [data-fact="hosts"]')).toContainText('*.example.com');
});

test('the code editor completes inputs with their types', async ({ page }) => {
  const inputSchema = { type: 'object', properties: { rows: { type: 'array', items: { type: 'number' } } } };
  const workflowId = await saveWorkflow(page, {
    name: 'Typed',
    nodes: [
      node('start', 'start', { inputs: [] }),
      node('code', 'code', { code: 'return 1', inputs: { rows: [1], name: 'Ada' }, inputSchema }),
    ],
    edges: [edge('start', 'code')],
  });
  await openEditor(page, workflowId);
  await nodeOnCanvas(page, 'code').click();
  const editor = page.locator('.monaco-editor').first();
  await editor.click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('return inputs.');
  const suggestions = page.locator('.suggest-widget.visible');
  await expect(suggestions).toContainText('rows');
  await expect(suggestions).toContainText('number[]');
  await expect(suggestions).toContainText('string');
});
