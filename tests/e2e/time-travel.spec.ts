import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { replaceCode } from './code-page.ts';
import { canvas, command, nodeOnCanvas, openEditor, readStored, storeAsAnother, waitForEditor } from './editor-page.ts';
import { edge, node, overflowOf, set } from './run-page.ts';
import { makeKey, publishWorkflow, saveWorkflow } from './studio-page.ts';
import { test } from './watched-test.ts';

const dock = (page: Page) => page.locator('section[data-run-status]');
const plan = (page: Page) => page.locator('[data-plan-panel]');
const planned = (page: Page, nodeId: string) => plan(page).locator(`[data-planned="${nodeId}"]`);
const tag = (page: Page, nodeId: string) => nodeOnCanvas(page, nodeId).locator('[data-part="breakpoint"]');
const face = (page: Page, nodeId: string) => nodeOnCanvas(page, nodeId).locator('.step');
const row = (page: Page, nodeId: string) => dock(page).locator(`[data-node="${nodeId}"]`);
const start = (page: Page) => plan(page).getByRole('button', { name: 'Run', exact: true });

/** Three template nodes, each of which changes the text of the previous one. */
async function saveLetter(page: Page): Promise<string> {
  const chain = [
    node('start', 'start', { inputs: [{ name: 'who', type: 'text', title: 'Who', default: 'Ada' }] }),
    { ...node('greet', 'template', { template: 'Dear {{start.who}}' }), label: 'Greeting' },
    { ...node('body', 'template', { template: '{{greet.text}}, thank you' }), label: 'Body' },
    { ...node('sign', 'template', { template: '{{body.text}}. The team' }), label: 'Signature' },
    node('end', 'end', { outputs: { letter: '{{sign.text}}' } }),
  ];
  const nodes = chain.map((one, index) => ({ ...one, position: { x: 0, y: index * 96 } }));
  const edges = chain.slice(1).map((one, index) => edge(chain[index]?.id ?? '', one.id));
  return saveWorkflow(page, { name: 'Letter', nodes, edges });
}

async function expectRun(page: Page, status: string) {
  await expect(dock(page)).toHaveAttribute('data-run-status', status, { timeout: 20_000 });
}

/** Runs all of the workflow; @returns the id of the run */
async function run(page: Page): Promise<string> {
  await page.locator('[data-tour="run"]').click();
  await expectRun(page, 'succeeded');
  return shownRun(page);
}

const shownRun = (page: Page) => new URL(page.url()).searchParams.get('run') ?? '';

/** Waits until another run is shown. */
async function nextRun(page: Page, before: string): Promise<string> {
  await expect.poll(() => shownRun(page)).not.toBe(before);
  return shownRun(page);
}

/** The nodes that a run started, from its log. */
async function startedIn(page: Page, runId: string): Promise<string[]> {
  const answer = await page.request.get(`/api/v1/runs/${runId}/events`, { headers: { accept: 'application/json' } });
  const { items } = (await answer.json()) as { items: { type: string; nodeId?: string }[] };
  return items.filter(({ type }) => type === 'node_started').map(({ nodeId }) => nodeId ?? '');
}

async function outputsOf(page: Page, runId: string): Promise<Record<string, unknown>> {
  const answer = await page.request.get(`/api/v1/runs/${runId}`);
  return ((await answer.json()) as { outputs: Record<string, unknown> }).outputs;
}

test('running from a node first shows its plan in panel and canvas, then runs no earlier node', async ({ page }) => {
  await openEditor(page, await saveLetter(page));
  const before = await run(page);
  await nodeOnCanvas(page, 'sign').click();
  await page.keyboard.press('r');
  await expect(plan(page).getByRole('heading', { level: 2 })).toHaveText('Run from Signature');
  await expect(planned(page, 'sign')).toHaveAttribute('data-action', 'runs');
  await expect(planned(page, 'end')).toHaveAttribute('data-action', 'runs');
  await expect(planned(page, 'greet')).toHaveAttribute('data-action', 'reused');
  await expect(planned(page, 'greet')).toContainText(/ago|now/);
  await expect(face(page, 'body')).toHaveAttribute('data-plan', 'reused');
  await expect(face(page, 'sign')).toHaveAttribute('data-plan', 'runs');
  expect(shownRun(page)).toBe(before);
  await expect(start(page)).toBeFocused();
  await page.keyboard.press('Enter');
  const after = await nextRun(page, before);
  await expectRun(page, 'succeeded');
  await expect(plan(page)).toHaveCount(0);
  expect((await startedIn(page, after)).sort()).toEqual(['end', 'sign']);
  expect(await outputsOf(page, after)).toEqual({ letter: 'Dear Ada, thank you. The team' });
  await expect(nodeOnCanvas(page, 'body').locator('[data-reused][data-part="run-mark"]')).toHaveText('reused');
  await expect(row(page, 'body')).toContainText('from run');
});

test('without an earlier run, running from a node explains that and offers a full run', async ({ page }) => {
  await openEditor(page, await saveLetter(page));
  await nodeOnCanvas(page, 'sign').click();
  await page.keyboard.press('r');
  await expect(plan(page)).toContainText('no earlier run');
  await page.keyboard.press('Enter');
  await expectRun(page, 'succeeded');
  await expect(plan(page)).toHaveCount(0);
});

test('running up to a node runs only the nodes it depends on', async ({ page }) => {
  await openEditor(page, await saveLetter(page));
  await nodeOnCanvas(page, 'body').click();
  await page.keyboard.press('u');
  await expect(planned(page, 'greet')).toHaveAttribute('data-action', 'runs');
  await expect(planned(page, 'sign')).toHaveAttribute('data-action', 'not_run');
  await expect(face(page, 'sign')).toHaveAttribute('data-plan', 'not_run');
  await page.keyboard.press('Enter');
  await expectRun(page, 'succeeded');
  expect((await startedIn(page, shownRun(page))).sort()).toEqual(['body', 'greet', 'start']);
});

test('Escape closes a plan, runs nothing, and restores the focus', async ({ page }) => {
  await openEditor(page, await saveLetter(page));
  const before = await run(page);
  await nodeOnCanvas(page, 'sign').click();
  await page.keyboard.press('r');
  await expect(start(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(plan(page)).toHaveCount(0);
  await expect(face(page, 'sign')).not.toHaveAttribute('data-plan');
  await expect(nodeOnCanvas(page, 'sign')).toBeFocused();
  expect(shownRun(page)).toBe(before);
});

test('a run pauses at a breakpoint, steps to the next node, and continues to its end', async ({ page }) => {
  const workflowId = await saveLetter(page);
  await openEditor(page, workflowId);
  await nodeOnCanvas(page, 'greet').click();
  await page.keyboard.press('b');
  await expect(tag(page, 'greet')).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(tag(page, 'greet')).toHaveAttribute('aria-pressed', 'true');
  await page.locator('[data-tour="run"]').click();
  await expectRun(page, 'waiting');
  const paused = dock(page).locator('[data-part="paused"]');
  await expect(paused).toContainText('Paused before Greeting');
  await expect(face(page, 'greet')).toHaveAttribute('data-state', 'waiting');
  const runId = shownRun(page);
  expect(await startedIn(page, runId)).toEqual(['start']);
  await paused.getByRole('button', { name: 'Step' }).click();
  await expect(paused).toContainText('Paused before Body');
  expect(await startedIn(page, runId)).toEqual(['start', 'greet']);
  await nodeOnCanvas(page, 'body').click();
  await page.getByRole('tab', { name: 'Input' }).click();
  await expect(page.locator('[data-part="paused-input"]')).toContainText('Dear Ada');
  await page.keyboard.press('F9');
  await expectRun(page, 'succeeded');
  await expect(paused).toHaveCount(0);
  expect(await outputsOf(page, runId)).toEqual({ letter: 'Dear Ada, thank you. The team' });
});

test('a click at the edge of a node sets and clears a breakpoint, and a command clears all', async ({ page }) => {
  await openEditor(page, await saveLetter(page));
  await nodeOnCanvas(page, 'body').hover();
  await tag(page, 'body').click();
  await nodeOnCanvas(page, 'sign').hover();
  await tag(page, 'sign').click();
  await expect(tag(page, 'sign')).toHaveAttribute('aria-pressed', 'true');
  await tag(page, 'sign').click();
  await expect(tag(page, 'sign')).toHaveAttribute('aria-pressed', 'false');
  await expect(nodeOnCanvas(page, 'sign')).not.toHaveClass(/selected/);
  await command(page, 'Clear all breakpoints');
  await expect(page.locator('[data-part="breakpoint"][aria-pressed="true"]')).toHaveCount(0);
});

test('a fork at the playhead with another value continues from there, and the tree shows the difference', async ({ page }) => {
  await openEditor(page, await saveLetter(page));
  const before = await run(page);
  await page.goto(`/runs/${before}`);
  // Before hydration the browser would show its own menu.
  await expect(async () => {
    await page.getByRole('row', { name: /Body/ }).click({ button: 'right' });
    await expect(page.getByRole('menuitem', { name: 'Fork after this…' })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.getByRole('menuitem', { name: 'Fork after this…' }).click();
  await expect(planned(page, 'body')).toHaveAttribute('data-action', 'reused');
  await plan(page).getByRole('button', { name: 'Set a value for Greeting' }).click();
  await replaceCode(page, planned(page, 'greet'), '{ "text": "Hello Grace" }');
  await expect(planned(page, 'greet')).toHaveAttribute('data-action', 'given');
  await expect(planned(page, 'body')).toHaveAttribute('data-action', 'runs');
  await start(page).click();
  await expect(page).not.toHaveURL(new RegExp(before));
  await expect(page.locator('main[data-run-status="succeeded"]')).toBeVisible();
  const after = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  expect(await outputsOf(page, after)).toEqual({ letter: 'Hello Grace, thank you. The team' });
  expect((await startedIn(page, after)).sort()).toEqual(['body', 'end', 'sign']);
  await expect(page.locator('[data-part="fork-origin"]')).toContainText('Forked from');
  const tree = page.locator('[data-part="fork-tree"]');
  await expect(tree.locator('[data-fork]')).toHaveCount(2);
  await expect(tree.locator(`[data-fork="${after}"]`)).toContainText('value of Greeting');
  await tree.locator(`[data-fork="${before}"]`).getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(before));
  await expect(tree.locator(`[data-fork="${before}"][aria-current]`)).toBeVisible();
});

test('a loop is repeated from the shown iteration and reuses the earlier ones', async ({ page }) => {
  const nodes = [
    node('start', 'start', { inputs: [] }),
    { ...node('again', 'loop', { while: 'loop.index < 3' }), label: 'Again', position: { x: 0, y: 80 } },
    { ...node('count', 'template', { template: 'Pass {{loop.index}}' }), parentId: 'again', position: { x: 0, y: 140 } },
    { ...node('end', 'end', { outputs: { last: '{{again.text}}' } }), position: { x: 0, y: 300 } },
  ];
  const edges = [edge('start', 'again'), edge('again', 'end')];
  await openEditor(page, await saveWorkflow(page, { name: 'Again', nodes, edges }));
  const before = await run(page);
  const picker = nodeOnCanvas(page, 'again').getByRole('group', { name: 'Iteration shown' });
  await picker.getByRole('textbox').fill('3');
  await page.keyboard.press('Enter');
  await picker.getByRole('button', { name: 'Rerun from this iteration…' }).click();
  await expect(plan(page).getByRole('heading', { level: 2 })).toHaveText('Rerun Again from iteration 3');
  await expect(planned(page, 'start')).toHaveAttribute('data-action', 'reused');
  await start(page).click();
  const after = await nextRun(page, before);
  await expectRun(page, 'succeeded');
  expect(await startedIn(page, after)).toEqual(expect.arrayContaining(['again[2]/count', 'again[3]/count']));
  expect(await startedIn(page, after)).not.toContain('again[1]/count');
  expect(await outputsOf(page, after)).toEqual({ last: 'Pass 3' });
});

test('side effects that would be repeated are listed above the plan', async ({ page }) => {
  const nodes = [
    node('start', 'start', { inputs: [] }),
    {
      ...node('post', 'http', { method: 'POST', url: 'https://nobody.invalid/' }),
      label: 'Refund',
      position: { x: 0, y: 80 },
    },
    { ...node('end', 'end', { outputs: { answer: '{{post.status}}' } }), position: { x: 0, y: 200 } },
  ];
  const edges = [edge('start', 'post'), edge('post', 'end')];
  await openEditor(page, await saveWorkflow(page, { name: 'Refund', nodes, edges }));
  await nodeOnCanvas(page, 'end').click();
  await page.keyboard.press('u');
  await expect(plan(page).locator('[data-part="plan-effects"]')).toContainText('may have a side effect');
  await expect(plan(page).locator('[data-effect="post"]')).toContainText('Refund');
  await page.keyboard.press('Escape');
  await expect(plan(page)).toHaveCount(0);
  await page.locator('[data-tour="run"]').click();
  await expectRun(page, 'failed');
  await nodeOnCanvas(page, 'post').click();
  await page.keyboard.press('r');
  const effects = plan(page).locator('[data-part="plan-effects"]');
  await expect(effects).toContainText('One side effect would be repeated');
  await expect(effects).toContainText('POST https://nobody.invalid');
  await expect(effects).toContainText('repeated');
});

test('a side effect is kept or skipped instead of repeated', async ({ page }) => {
  let hits = 0;
  const server = createServer((_request, response) => {
    hits += 1;
    response.setHeader('content-type', 'application/json').end(`{"hits":${hits}}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  await page.request.put(`/api/v1/settings/http/allowed-hosts/${encodeURIComponent(host)}`);
  const nodes = [
    node('start', 'start', { inputs: [{ name: 'who', type: 'text', title: 'Who', default: 'Ada' }] }),
    { ...node('greet', 'template', { template: 'Dear {{start.who}}' }), position: { x: 0, y: 80 } },
    {
      ...node('post', 'http', { method: 'POST', url: `http://${host}/`, body: { text: '{{greet.text}}' } }),
      label: 'Refund',
      position: { x: 0, y: 160 },
    },
    { ...node('end', 'end', { outputs: { hits: '{{post.body.hits}}' } }), position: { x: 0, y: 260 } },
  ];
  const edges = [edge('start', 'greet'), edge('greet', 'post'), edge('post', 'end')];
  await openEditor(page, await saveWorkflow(page, { name: 'Refund', nodes, edges }));
  const before = await run(page);
  const choose = async (choice: string) => {
    await nodeOnCanvas(page, 'greet').click();
    await page.keyboard.press('r');
    const effect = plan(page).locator('[data-effect="post"]');
    await expect(effect).toHaveAttribute('data-choice', 'redo');
    await effect.getByRole('radio', { name: choice }).click();
  };
  await choose('Keep result');
  await expect(planned(page, 'post')).toHaveAttribute('data-action', 'reused');
  await expect(planned(page, 'end')).toHaveAttribute('data-action', 'reused');
  await expect(plan(page)).toContainText('No side effect is repeated');
  await expectAccessible(page, 'a plan with a choice', '[data-plan-panel]');
  await start(page).click();
  const kept = await nextRun(page, before);
  await expectRun(page, 'succeeded');
  expect(await startedIn(page, kept)).toEqual(['greet']);
  expect(await outputsOf(page, kept)).toEqual({ hits: 1 });

  await choose('Skip');
  await expect(planned(page, 'post')).toHaveAttribute('data-action', 'skipped');
  await expect(face(page, 'post')).toHaveAttribute('data-plan', 'skipped');
  await start(page).click();
  const skipped = await nextRun(page, kept);
  await expectRun(page, 'succeeded');
  expect(await startedIn(page, skipped)).toEqual(['greet']);
  await page.goto(`/runs/${skipped}`);
  await expect(page.getByText('skipped Refund')).toBeVisible();
  expect(hits).toBe(1);
  await page.request.delete(`/api/v1/settings/http/allowed-hosts/${encodeURIComponent(host)}`);
  server.close();
});

test('a fork with the current workflow runs the changed nodes again', async ({ page }) => {
  await openEditor(page, await saveLetter(page));
  const before = await run(page);
  await nodeOnCanvas(page, 'body').click();
  await page
    .getByRole('complementary')
    .last()
    .getByRole('textbox', { name: /^Template/ })
    .fill('{{greet.text}}, many thanks');
  await canvas(page).click({ position: { x: 20, y: 300 } });
  await page.keyboard.press('f');
  await expect(planned(page, 'body')).toHaveAttribute('data-action', 'reused');
  await plan(page).getByRole('radio', { name: 'Current draft' }).click();
  await expect(planned(page, 'body')).toHaveAttribute('data-action', 'runs');
  await expect(planned(page, 'body')).toContainText('config changed');
  await expect(planned(page, 'greet')).toHaveAttribute('data-action', 'reused');
  await start(page).click();
  const after = await nextRun(page, before);
  await expectRun(page, 'succeeded');
  expect((await startedIn(page, after)).sort()).toEqual(['body', 'end', 'sign']);
  expect(await outputsOf(page, after)).toEqual({ letter: 'Dear Ada, many thanks. The team' });
});

test('the version of a failed run is edited as a workflow of its own, and run from the failed node', async ({ page }) => {
  const workflowId = await saveLetter(page);
  const { document, revision } = await readStored(page, workflowId);
  const nodes = document.nodes.map((one) =>
    one.id === 'sign' ? { ...one, config: { template: '{{= json(body.text).thanks }}' } } : one,
  );
  const headers = { 'if-match': String(revision) };
  await page.request.put(`/api/v1/workflows/${workflowId}`, { data: { ...document, nodes }, headers });
  await publishWorkflow(page, workflowId, 'letter-to-edit');
  const key = await makeKey(page, 'letter-to-edit', { name: 'edit' });
  const called = await page.request.post('/api/v1/run/letter-to-edit', {
    data: { inputs: { who: 'Ben' } },
    headers: { authorization: `Bearer ${key}` },
  });
  const { runId } = (await called.json()) as { runId: string };
  await storeAsAnother(page, workflowId, 'Another draft');
  await page.goto(`/runs/${runId}`);
  await page.getByRole('button', { name: 'Edit this version' }).click();
  await page.waitForURL(new RegExp(`/workflows/wf_.*run=${runId}`));
  await waitForEditor(page);
  await expectRun(page, 'failed');
  await expect(page.getByRole('textbox', { name: 'Name of the workflow' })).toHaveValue('Letter (v1, edited)');
  await nodeOnCanvas(page, 'sign').click();
  await page
    .getByRole('complementary')
    .last()
    .getByRole('textbox', { name: /^Template/ })
    .fill('{{body.text}}. Fixed');
  await nodeOnCanvas(page, 'sign').focus();
  await page.keyboard.press('r');
  await expect(planned(page, 'body')).toHaveAttribute('data-action', 'reused');
  await start(page).click();
  const after = await nextRun(page, runId);
  await expectRun(page, 'succeeded');
  expect((await startedIn(page, after)).sort()).toEqual(['end', 'sign']);
  expect(await outputsOf(page, after)).toEqual({ letter: 'Dear Ben, thank you. Fixed' });
  expect((await readStored(page, workflowId)).document.name).toBe('Another draft');
  await page.request.delete('/api/v1/deployments/letter-to-edit');
});

test('an invalid JSON value starts nothing and shows its error', async ({ page }) => {
  await openEditor(page, await saveLetter(page));
  await run(page);
  await nodeOnCanvas(page, 'sign').click();
  await page.keyboard.press('r');
  await plan(page).getByRole('button', { name: 'Set a value for Body' }).click();
  await replaceCode(page, planned(page, 'body'), '{ "text": ');
  await expect(plan(page).getByRole('alert')).toContainText('not valid JSON');
  await expect(start(page)).toHaveAttribute('aria-disabled', 'true');
  await plan(page).getByRole('button', { name: 'Use the recorded value of Body' }).click();
  await expect(start(page)).not.toHaveAttribute('aria-disabled');
});

for (const theme of ['light', 'dark'])
  test(`a plan and a paused run are accessible and fit the window, ${theme}`, async ({ page, context, baseURL }) => {
    // axe checks both states.
    test.slow();
    await set(context, baseURL, { theme });
    await page.setViewportSize({ width: 1024, height: 720 });
    await openEditor(page, await saveLetter(page));
    await run(page);
    await nodeOnCanvas(page, 'body').click();
    await page.keyboard.press('b');
    await page.keyboard.press('r');
    await expect(planned(page, 'body')).toBeVisible();
    await expectAccessible(page, 'the plan of a run');
    expect(await overflowOf(page)).toBe(0);
    await page.keyboard.press('Enter');
    await expectRun(page, 'waiting');
    await expect(canvas(page)).toBeVisible();
    await expectAccessible(page, 'a run at a breakpoint');
    expect(await overflowOf(page)).toBe(0);
  });

test('the plan is translated into Chinese', async ({ page, context, baseURL }) => {
  await set(context, baseURL, { language: 'zh-CN' });
  await openEditor(page, await saveLetter(page));
  await run(page);
  await nodeOnCanvas(page, 'sign').click();
  await page.keyboard.press('r');
  await expect(plan(page).getByRole('heading', { level: 2 })).toHaveText('从Signature开始运行');
  await expect(planned(page, 'greet')).toHaveAttribute('data-action', 'reused');
  await expect(plan(page)).not.toContainText(/reused|runs/);
});
