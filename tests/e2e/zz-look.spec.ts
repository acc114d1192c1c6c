import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nodeOnCanvas, openEditor } from './editor-page.ts';
import { select } from './inspector-page.ts';
import { edge, node, set } from './run-page.ts';
import { saveWorkflow } from './studio-page.ts';
import { waitForCode } from './code-page.ts';
import { test } from './watched-test.ts';

const question = { name: 'question', type: 'text' };
for (const [theme, language] of [['light', 'en'], ['dark', 'zh-CN']] as const)
  test(`look ${theme}`, async ({ page, context, baseURL }) => {
    await set(context, baseURL, { theme, language });
    await page.setViewportSize({ width: 1440, height: 900 });
    const server = createServer((_q, r) => r.end('x'));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const port = (server.address() as AddressInfo).port;
    const all = [
      node('start', 'start', { inputs: [question] }),
      node('fetch', 'http', { url: `http://127.0.0.1:${port}/a`, timeoutMs: 'soon' }),
      node('answer', 'llm', { userPrompt: 'Say {{start.qestion}} and {{strat.x}} {{start.question}}', temperature: 7 }),
      node('check', 'condition', { when: 'answer.output = "yes"' }),
      node('end', 'end', { outputs: { a: '{{answer.text}}' } }),
    ];
    const nodes = all.map((one, index) => ({ ...one, position: { x: 0, y: index * 110 } }));
    const id = await saveWorkflow(page, { name: 'Look', nodes, edges: [edge('start', 'fetch'), edge('fetch', 'answer'), edge('answer', 'check'), edge('check', 'end', 'true')] });
    await openEditor(page, id);
    const shot = (name: string) => page.screenshot({ path: `/tmp/wt/shots/${name}-${theme}.png` });
    await page.locator('[data-part="problem-count"]').click();
    await page.waitForTimeout(300);
    await shot('list');
    await page.keyboard.press('Escape');
    await select(page, 'answer');
    await page.waitForTimeout(300);
    await shot('field');
    await nodeOnCanvas(page, 'answer').locator('[data-part="problem-mark"]').click();
    await page.waitForTimeout(500);
    await shot('mark');
    await page.keyboard.press('Escape');
    await page.locator('.react-flow__pane').click({ position: { x: 20, y: 20 } });
    await page.getByRole('button', { name: /JSON/ }).first().click();
    await waitForCode(page.locator('section').filter({ has: page.locator('.monaco-editor') }).first());
    await page.waitForTimeout(1500);
    await shot('json');
    const two = await saveWorkflow(page, { name: 'Look', nodes: [nodes[0]!, { ...node('fetch', 'http', { url: `http://127.0.0.1:${port}/a` }), position: { x: 0, y: 110 } }].map((n) => ({ ...n, position: n.position })), edges: [edge('start', 'fetch')] } as never);
    await openEditor(page, two);
    await page.locator('[data-tour="run"]').click();
    await page.waitForTimeout(2500);
    await shot('dock');
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.waitForTimeout(500);
    await shot('dock-1024');
    server.close();
  });
