import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { drag } from './editor-page.ts';
import { pick } from './pick.ts';
import { edge, node, outsideOf, overflowOf, row, set, span, startRun, waitForStatus } from './run-page.ts';
import { bodyOf, documentOf, letter, makeKey, publishWorkflow, saveWorkflow } from './studio-page.ts';
import { test } from './watched-test.ts';

const runs = (page: Page) => page.locator('tr[data-run]');
const run = (page: Page, runId: string) => page.locator(`tr[data-run="${runId}"]`);
const live = (page: Page) => page.locator('[data-part="live"]');
const ask = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** The list polls every 2.5 s. The rest is for a busy machine. */
const soon = { timeout: 20_000 };

/** A run of one HTTP node. It fails for a blocked address. */
function startRequest(page: Page, name: string, url = 'http://169.254.169.254/', options?: object): Promise<string> {
  return startRun(page, {
    name,
    nodes: [
      node('start', 'start', { inputs: [] }),
      node('fetch_order', 'http', { method: 'GET', url }, options),
      node('end', 'end', { outputs: { status: '{{fetch_order.status}}' } }),
    ],
    edges: [edge('start', 'fetch_order'), edge('fetch_order', 'end')],
  });
}

/** Runs until stopped: .invalid never resolves (RFC 2606), and the retry delay is minutes. */
const startSlow = (page: Page, name: string) =>
  startRequest(page, name, 'https://nobody.invalid/', { retry: { attempts: 2, delayMs: 600_000, on: 'all' } });

/** Runs a saved workflow to its end; @returns the run's id */
async function runSaved(page: Page, workflowId: string, inputs: object): Promise<string> {
  const answer = await page.request.post(`/api/v1/workflows/${workflowId}/runs`, { data: { inputs } });
  return (await bodyOf<{ runId: string }>(answer)).runId;
}

function startHello(page: Page): Promise<string> {
  return startRun(
    page,
    {
      name: 'Ask for approval',
      nodes: [
        node('start', 'start', { inputs: [{ name: 'question', type: 'text' }] }),
        node('answer', 'llm', { systemPrompt: 'Be brief.', userPrompt: '{{start.question}}' }),
        node('end', 'end', { outputs: { answer: '{{answer.output}}' } }),
      ],
      edges: [edge('start', 'answer'), edge('answer', 'end')],
    },
    { question: 'What is a heddle?' },
  );
}

test('runs are filtered by status, text and workflow; the filters are in the URL, and Back removes them', async ({ page }) => {
  const workflowId = await saveWorkflow(page, letter('Narrow letter'));
  const ok = await runSaved(page, workflowId, { who: 'Ada' });
  const failed = await startRequest(page, 'Narrow order');
  await page.goto('/runs');
  await expect(run(page, ok)).toContainText(/succeeded.*Narrow letter.*draft/);
  await expect(run(page, failed)).toContainText(/failed.*Narrow order.*fetch_order:.*is not allowed/);
  await page.getByRole('button', { name: 'failed' }).click();
  await page.waitForURL('**/runs?status=failed');
  await expect(run(page, ok)).toHaveCount(0);
  await expect(run(page, failed)).toBeVisible();
  await ask(page, 'Name, input, id or error').fill('narrow order');
  await page.waitForURL(/q=narrow/);
  await expect(runs(page)).toHaveCount(1);
  await page.goBack();
  await page.waitForURL('**/runs');
  await expect(run(page, ok)).toBeVisible();
  await pick(page, ask(page, 'Workflow'), 'Narrow letter');
  await expect(runs(page)).toHaveCount(1);
  await page.reload();
  await expect(runs(page)).toHaveCount(1);
  await expect(ask(page, 'Workflow')).toHaveAttribute('value', workflowId);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.waitForURL('**/runs');
  await expect(run(page, failed)).toBeVisible();
});

test('a row shows the inputs, which are searched; runs are exported, selected and deleted', async ({ page }) => {
  const workflowId = await saveWorkflow(page, letter('Housekeeping'));
  const [ada, ben, cleo] = [
    await runSaved(page, workflowId, { who: 'Ada Lovelace' }),
    await runSaved(page, workflowId, { who: 'Ben Ali' }),
    await runSaved(page, workflowId, { who: 'Cleo Fox' }),
  ];
  const active = await startSlow(page, 'Housekeeping, active');
  await page.goto(`/runs?workflow=${workflowId}`);
  await expect(run(page, ada).locator('[data-part="inputs"]')).toHaveText('who: Ada Lovelace');
  const top = await run(page, cleo).boundingBox();
  await ask(page, 'Name, input, id or error').fill('lovelace');
  await expect(runs(page)).toHaveCount(1);
  expect((await runs(page).boundingBox())?.y).toBe(top?.y);
  await run(page, ada)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export with all events' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`${ada}.json`);
  const exported = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect(exported).toMatchObject({ format: 'threadloom/run@1', run: { runId: ada }, document: { name: 'Housekeeping' } });
  expect(exported.events.at(-1)).toMatchObject({ type: 'done', status: 'succeeded' });
  await run(page, ada)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(runs(page)).toHaveCount(0);
  await page.goto('/runs?q=housekeeping');
  await expect(run(page, active).getByRole('checkbox')).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Select all runs that have ended' }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('alertdialog', { name: 'Delete 2 runs?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(run(page, ben)).toHaveCount(0);
  await expect(run(page, cleo)).toHaveCount(0);
  await expect(run(page, active)).toBeVisible();
  expect((await page.request.get(`/api/v1/runs/${ben}`)).status()).toBe(404);
  await page.request.post(`/api/v1/runs/${active}/stop`);
});

test('a run page shows the last call or the first failure, steps by arrow keys, and deletes the run', async ({ page, watch }) => {
  await page.goto(`/runs/${await startRequest(page, 'Failing')}`);
  await expect(page.locator('[data-picked="failed"] [data-span="fetch_order"]')).toBeVisible();
  const runId = await startHello(page);
  await page.goto(`/runs/${runId}`);
  await waitForStatus(page, 'succeeded');
  const picked = page.locator('[data-picked="last"]');
  await expect(picked.locator('[data-role="user"]')).toContainText('What is a heddle?');
  await page.keyboard.press('ArrowUp');
  await page.waitForURL(/node=answer(&|$)/);
  await expect(picked).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await page.waitForURL(/node=answer&span=\d+/);
  await page.getByRole('tab', { name: 'Cost' }).click();
  await expect(span(page, 'answer')).toContainText('This model has no price.');
  const menu = page.getByRole('button', { name: /^Actions for/ });
  const remove = async () => {
    await menu.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  };
  watch.expectProblem(/ERR_FAILED/);
  await page.route('**/api/v1/runs/*', (route) => (route.request().method() === 'DELETE' ? route.abort() : route.continue()));
  await remove();
  const failure = page.getByRole('dialog', { name: 'Not done.' });
  await expect(failure.getByRole('alert')).toContainText('No answer from');
  await expect(menu).toBeFocused();
  await failure.getByRole('button', { name: 'Close' }).click();
  await expect(failure).toHaveCount(0);
  await page.unroute('**/api/v1/runs/*');
  await remove();
  await page.waitForURL('**/runs');
  expect((await page.request.get(`/api/v1/runs/${runId}`)).status()).toBe(404);
});

test('runs are filtered by version, endpoint and time', async ({ page }) => {
  const workflowId = await saveWorkflow(page, letter('Versioned letter'));
  await publishWorkflow(page, workflowId, 'versioned-letter');
  const key = await makeKey(page, 'versioned-letter', { name: 'test' });
  const headers = { authorization: `Bearer ${key}` };
  const published = await page.request.post('/api/v1/run/versioned-letter', { headers, data: { inputs: { who: 'Ada' } } });
  const { runId } = await bodyOf<{ runId: string }>(published);
  await runSaved(page, workflowId, { who: 'Ben' });
  await page.goto(`/runs?workflow=${workflowId}`);
  await expect(runs(page)).toHaveCount(2);
  await expect(run(page, runId)).toContainText(/Versioned letter v1.*\/versioned-letter/);
  await ask(page, 'Version').selectOption('1');
  await expect(runs(page)).toHaveCount(1);
  await ask(page, 'Started').selectOption('hour');
  await page.waitForURL(/since=hour/);
  await expect(runs(page)).toHaveCount(1);
  await ask(page, 'Started').selectOption('between');
  const until = ask(page, 'Until');
  await until.pressSequentially('01312020', { delay: 30 });
  await expect(until).toHaveValue('2020-01-31');
  await page.waitForURL(/until=2020-01-31/);
  await expect(until).toBeFocused();
  await expect(page.getByRole('heading', { name: 'No run matches these filters' })).toBeVisible();
  await ask(page, 'From').fill('2020-01-01');
  await page.waitForURL(/until=2020-01-31&from=2020-01-01/);
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await page.waitForURL(/\/runs$/);
  await expect(ask(page, 'Started')).toHaveValue('');
  await page.goBack();
  await expect(until).toHaveValue('2020-01-31');
  // The days that were typed are one step.
  await page.goBack();
  await expect(until).toHaveCount(0);
  await expect(ask(page, 'Version')).toHaveValue('1');
});

test('new and changed runs appear without a reload, but rows do not move under the pointer', async ({ page }) => {
  const slow = await startSlow(page, 'Live slow');
  await page.goto('/runs');
  await expect(run(page, slow)).toContainText('running');
  const first = await startRequest(page, 'Live first');
  await expect(run(page, first)).toContainText('failed', soon);
  await run(page, slow).hover();
  const second = await startRequest(page, 'Live second');
  await expect(live(page)).toHaveText('1 new run', soon);
  await page.request.post(`/api/v1/runs/${slow}/stop`);
  await expect(run(page, slow)).toContainText('cancelled', soon);
  await expect(run(page, second)).toHaveCount(0);
  await page.getByRole('button', { name: 'Show them' }).click();
  await expect(runs(page).first()).toHaveAttribute('data-run', second);
});

test('an unreachable server is reported, and the list updates again once it is back', async ({ page, watch }) => {
  watch.expectProblem(/Failed to load resource/);
  const known = await startRequest(page, 'Away known');
  await page.goto('/runs');
  await expect(run(page, known)).toBeVisible();
  await page.route('**/api/v1/runs?*', (route) => route.abort());
  await expect(live(page)).toContainText('Connection lost', soon);
  await expect(run(page, known)).toBeVisible();
  await page.unroute('**/api/v1/runs?*');
  await expect(live(page)).toHaveText('Live', soon);
});

test('arrow keys move through runs, Enter opens one, and more are loaded at the end', async ({ page }) => {
  const workflowId = await saveWorkflow(page, letter('Many letters'));
  for (let number = 0; number < 60; number++) await runSaved(page, workflowId, { who: `${number}` });
  await page.goto(`/runs?workflow=${workflowId}`);
  await expect(runs(page)).toHaveCount(50);
  await runs(page).first().getByRole('link').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect(runs(page).nth(1).getByRole('link')).toBeFocused();
  await runs(page).last().scrollIntoViewIfNeeded();
  await expect(runs(page)).toHaveCount(60);
  await expect(page.getByText('60 runs in total')).toBeVisible();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/runs/run_*');
  await waitForStatus(page, 'succeeded');
});

test('a run shows the workflow that ran, after its draft has changed', async ({ page }) => {
  const workflowId = await saveWorkflow(page, letter('Old name'));
  const runId = await runSaved(page, workflowId, { who: 'Ada' });
  const changed = { ...letter('New name'), nodes: letter('').nodes.slice(0, 1), edges: [] };
  const { revision } = (await (await page.request.get(`/api/v1/workflows/${workflowId}`)).json()) as { revision: number };
  await page.request.put(`/api/v1/workflows/${workflowId}`, {
    headers: { 'if-match': `"${revision}"` },
    data: documentOf(changed),
  });
  await page.goto(`/runs/${runId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Old name');
  for (const id of ['start', 'write', 'end'])
    await expect(page.locator(`.react-flow__node[data-id="${id}"] [data-state="succeeded"]`).first()).toBeVisible();
  await page.getByRole('link', { name: 'Open in editor' }).click();
  await page.waitForURL(`**/workflows/${workflowId}?run=${runId}`);
});

test('a failed run that is opened in the editor has its node selected, its inputs in the form, and a way to repair it', async ({
  page,
}) => {
  const workflowId = await saveWorkflow(page, {
    name: 'Order that fails',
    nodes: [
      node('start', 'start', { inputs: [{ name: 'order', type: 'text' }] }),
      node('fetch_order', 'http', { method: 'GET', url: 'http://169.254.169.254/{{start.order}}' }),
      node('end', 'end', { outputs: { status: '{{fetch_order.status}}' } }),
    ],
    edges: [edge('start', 'fetch_order'), edge('fetch_order', 'end')],
  });
  const inputs = { order: '4711' };
  const { runId } = await bodyOf<{ runId: string }>(
    await page.request.post(`/api/v1/workflows/${workflowId}/runs`, { data: { inputs, mode: 'async' } }),
  );
  await page.goto(`/runs/${runId}`);
  await waitForStatus(page, 'failed');
  await page.getByRole('link', { name: 'Open in editor' }).click();
  const dock = page.locator('section[data-run-status="failed"]');
  await expect(dock.getByLabel('order')).toHaveValue(inputs.order);
  await expect(dock.getByRole('button', { name: 'Repair' })).toBeVisible();
  await expect(page.locator('.react-flow__node[data-id="fetch_order"]')).toHaveClass(/selected/);
});

test('a workflow that only its callers have run says so, and shows the latest of their runs', async ({ page }) => {
  const workflowId = await saveWorkflow(page, letter('Only called'));
  await publishWorkflow(page, workflowId, 'only-called');
  const authorization = `Bearer ${await makeKey(page, 'only-called', { name: 'caller' })}`;
  await bodyOf(
    await page.request.post('/api/v1/run/only-called', { headers: { authorization }, data: { inputs: { who: 'Ada' } } }),
  );
  await page.goto(`/workflows/${workflowId}`);
  await expect(page.getByRole('heading', { name: 'The draft has not run yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Show the latest run' }).click();
  await expect(page.locator('section[data-run-status="succeeded"]')).toBeVisible();
});

test('an answer in Markdown is rendered where it is judged: at its approval and in the outputs', async ({ page }) => {
  const runId = await startRun(
    page,
    {
      name: 'Judged',
      nodes: [
        node('start', 'start', { inputs: [{ name: 'answer', type: 'text' }] }),
        node('ask', 'approval', { title: 'Send it?', value: '{{start.answer}}' }),
        node('end', 'end', { outputs: { answer: '{{ask}}' } }),
      ],
      edges: [edge('start', 'ask'), edge('ask', 'end', 'approved')],
    },
    { answer: 'Open **from 9 to 18**:\n\n- Monday\n- Tuesday' },
  );
  await page.goto(`/runs/${runId}`);
  await expect(page.locator('[data-part="approval-value"] strong')).toHaveText('from 9 to 18');
  await page.getByRole('button', { name: 'Approve' }).click();
  await waitForStatus(page, 'succeeded');
  const outputs = page.locator('[data-part="rendered"]').filter({ hasText: 'Monday' }).last();
  await expect(outputs.locator('strong')).toHaveText('from 9 to 18');
  await expect(outputs.getByRole('listitem')).toHaveCount(2);
});

test('runs are filtered by minimum cost; the field keeps the focus, and an invalid amount filters nothing', async ({ page }) => {
  const free = await runSaved(page, await saveWorkflow(page, letter('Costs nothing')), { who: 'Ada' });
  await page.goto('/runs');
  await expect(run(page, free)).toBeVisible();
  await ask(page, 'Minimum cost in USD').fill('0.05');
  await page.waitForURL(/cost=0\.05/);
  await expect(run(page, free)).toHaveCount(0);
  await expect(ask(page, 'Minimum cost in USD')).toBeFocused();
  await ask(page, 'Minimum cost in USD').fill('cheap');
  await page.waitForURL((url) => !url.searchParams.has('cost'));
  await expect(ask(page, 'Minimum cost in USD')).toHaveAttribute('aria-invalid', 'true');
  await expect(ask(page, 'Minimum cost in USD')).toHaveValue('cheap');
  await expect(run(page, free)).toBeVisible();
});

test('the playhead shows canvas and detail at an earlier moment, and a link keeps node, call and moment', async ({ page }) => {
  const runId = await startHello(page);
  await page.goto(`/runs/${runId}`);
  await waitForStatus(page, 'succeeded');
  await page.getByRole('row', { name: /call 1/ }).click();
  await page.waitForURL(/node=answer&span=\d+/);
  const detail = span(page, 'answer');
  await expect(detail.locator('[data-fact="firstToken"]')).toBeVisible();
  await expect(detail.locator('[data-role="user"]')).toContainText('What is a heddle?');
  const ruler = await page.locator('[data-part="ruler"]').boundingBox();
  if (!ruler) throw new Error('There is no ruler');
  await drag(page, { x: ruler.x + ruler.width - 4, y: ruler.y + 10 }, { x: ruler.x + ruler.width * 0.6, y: ruler.y + 10 });
  await page.waitForURL(/at=\d+/);
  const answer = page.locator('.react-flow__node[data-id="answer"]');
  await expect(answer.locator('[data-state="running"]').first()).toBeVisible();
  await expect(page.locator('.react-flow__node[data-id="end"] [data-state="queued"]').first()).toBeVisible();
  await expect(detail.getByRole('heading', { level: 2 })).toHaveText('call 1');
  await expect(detail).toContainText('running');
  await page.reload();
  await expect(answer.locator('[data-state="running"]').first()).toBeVisible();
  await expect(detail).toContainText('running');
  await page.getByRole('button', { name: 'To the latest event' }).click();
  await expect(answer.locator('[data-state="succeeded"]').first()).toBeVisible();
  await expect(detail).toContainText('succeeded');
});

test('iterations of a container are folded rows, and each expands to its nodes', async ({ page }) => {
  const each = node('each', 'map', { items: ['Ada', 'Bob'] });
  const write = { ...node('write', 'template', { template: 'Dear {{map.item}}' }), parentId: 'each' };
  const runId = await startRun(page, {
    name: 'Each letter',
    nodes: [node('start', 'start', { inputs: [] }), each, write, node('end', 'end', { outputs: { all: '{{each}}' } })],
    edges: [edge('start', 'each'), edge('each', 'end')],
  });
  await page.goto(`/runs/${runId}`);
  await waitForStatus(page, 'succeeded');
  const pass = page.getByRole('row', { name: /iteration 2/ });
  await expect(page.getByRole('row')).toHaveCount(6);
  await pass.getByRole('button', { name: 'Expand iteration 2' }).click();
  await expect(page.getByRole('row')).toHaveCount(7);
  await page.getByRole('row', { level: 3 }).click();
  await expect(page.locator('[data-span="each[1]/write"]')).toContainText('Dear Bob');
});

test('the selected node shows input and output, from canvas or timeline, and a link selects it', async ({ page }) => {
  const runId = await runSaved(page, await saveWorkflow(page, letter('Linked letter')), { who: 'Ada' });
  await page.goto(`/runs/${runId}`);
  await page.locator('.react-flow__node[data-id="write"]').click();
  await page.waitForURL(`**/runs/${runId}?node=write`);
  await expect(span(page, 'write')).toContainText('Dear Ada');
  await row(page, 'end').click();
  await expect(span(page, 'end')).toBeVisible();
  await page.reload();
  await expect(span(page, 'end')).toContainText('letter');
  await page.getByRole('button', { name: 'Close the detail' }).click();
  await page.waitForURL(`**/runs/${runId}`);
  await expect(page.locator('[data-output="letter"]')).toContainText('Dear Ada');
});

test('an earlier moment shows the run at that time, and its link keeps the moment', async ({ page }) => {
  const runId = await runSaved(page, await saveWorkflow(page, letter('Moment letter')), { who: 'Ada' });
  await page.goto(`/runs/${runId}?node=write&at=3`);
  await expect(page.locator('[data-moment="3"]')).toBeVisible();
  await expect(span(page, 'write')).toContainText('has not started at this point');
  await page.getByRole('button', { name: 'To the latest event' }).click();
  await expect(span(page, 'write')).toContainText('Dear Ada');
  await page.getByRole('slider').focus();
  await page.keyboard.press('ArrowLeft');
  await page.waitForURL(/at=\d+(&|$)/);
  await page.keyboard.press('End');
  await page.waitForURL((url) => !url.searchParams.has('at'));
  await page.locator('[data-seq="3"]').click();
  await expect(span(page, 'write')).toContainText('has not started at this point');
  await page.waitForURL(/at=3(&|$)/);
});

test('a model call shows the exact request and response', async ({ page }) => {
  await page.goto(`/runs/${await startHello(page)}?node=answer`);
  await waitForStatus(page, 'succeeded');
  await span(page, 'answer')
    .getByRole('tab', { name: /^Model calls/ })
    .click();
  await expect(span(page, 'answer').locator('[data-role="system"]')).toContainText('Be brief.');
  await expect(span(page, 'answer').locator('[data-role="user"]')).toContainText('What is a heddle?');
  await expect(span(page, 'answer').getByRole('region', { name: 'Response' })).toContainText('What is a heddle?');
  await span(page, 'answer').getByRole('tab', { name: 'Raw' }).click();
  await span(page, 'answer').getByRole('button', { name: 'Search in Request' }).click();
  await span(page, 'answer').getByRole('searchbox', { name: 'Search in Request' }).fill('heddle');
  await expect(span(page, 'answer')).toContainText('messages[0].content');
});

test('a failed run names node, field, value and fix, and links to the node', async ({ page }) => {
  await page.goto(`/runs/${await startRequest(page, 'Faulty order')}`);
  await waitForStatus(page, 'failed');
  // Once, above the part that failed.
  const notices = page.getByRole('region', { name: 'Detail' }).getByText('url-refused');
  await expect(notices).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Detail' })).toContainText('http://169.254.169.254/');
  await page.getByRole('button', { name: 'Show HTTP request' }).click();
  const card = span(page, 'fetch_order');
  for (const words of ['url-refused', 'config.url', 'http://169.254.169.254/', 'http.allowed_private_hosts'])
    await expect(card).toContainText(words);
});

test('Run again repeats a run, or the part that ran, with its inputs, once for two clicks; a run can be stopped', async ({
  page,
}) => {
  const workflowId = await saveWorkflow(page, letter('Again letter'));
  const runId = await runSaved(page, workflowId, { who: 'Ada' });
  await page.goto(`/runs/${runId}`);
  await page.getByRole('button', { name: 'Run again' }).dblclick();
  await page.waitForURL((url) => url.pathname.startsWith('/runs/run_') && !url.pathname.endsWith(runId));
  await waitForStatus(page, 'succeeded');
  await expect(page.locator('[data-output="letter"]')).toContainText('Dear Ada');
  await page.goto(`/runs?workflow=${workflowId}`);
  await expect(runs(page)).toHaveCount(2);
  const part = { inputs: { who: 'Ada' }, until: ['start'] };
  const started = await page.request.post(`/api/v1/workflows/${workflowId}/runs`, { data: part });
  const { runId: partId } = (await started.json()) as { runId: string };
  await page.goto(`/runs/${partId}`);
  await page.getByRole('button', { name: 'Run again' }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/runs/run_') && !url.pathname.endsWith(partId));
  await waitForStatus(page, 'succeeded');
  const again = new URL(page.url()).pathname.split('/').at(-1);
  const events = await page.request.get(`/api/v1/runs/${again}/events`, { headers: { accept: 'application/json' } });
  expect(((await events.json()) as { items: object[] }).items[0]).toMatchObject({ type: 'run_started', until: ['start'] });
  await page.goto(`/runs/${await startSlow(page, 'Stopped')}`);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await waitForStatus(page, 'cancelled');
});

for (const theme of ['light', 'dark']) {
  test(`list and run are accessible, ${theme}`, async ({ page, context, baseURL }) => {
    test.slow();
    await set(context, baseURL, { theme });
    const failed = await startRequest(page, 'Accessible order');
    const asked = await startHello(page);
    await page.goto('/runs');
    await expect(run(page, failed)).toContainText('failed');
    await expectAccessible(page, 'the list');
    await page.goto('/runs?q=nobody-wrote-this&since=hour&workflow=wf_none');
    await expect(page.getByRole('heading', { name: 'No run matches these filters' })).toBeVisible();
    await expectAccessible(page, 'nothing found');
    await page.goto(`/runs/${failed}`);
    await waitForStatus(page, 'failed');
    await expectAccessible(page, 'a failed run');
    await page.goto(`/runs/${asked}?node=answer`);
    await waitForStatus(page, 'succeeded');
    await expectAccessible(page, 'a node of a run');
    for (const name of [/^Model calls/, /^Events/]) {
      await span(page, 'answer').getByRole('tab', { name }).click();
      await expectAccessible(page, `a node, ${name}`);
    }
  });
}

for (const width of [1440, 1024, 390]) {
  for (const language of ['en', 'zh-CN']) {
    test(`list and run fit a window of ${width} pixels, ${language}`, async ({ page, context, baseURL }) => {
      await set(context, baseURL, { language });
      await page.setViewportSize({ width, height: 800 });
      const failed = await startRequest(page, 'Narrow screen');
      await page.goto('/runs?status=failed');
      await expect(run(page, failed)).toBeVisible();
      expect(await overflowOf(page)).toBe(0);
      expect(await outsideOf(page)).toEqual([]);
      await page.goto(`/runs/${failed}?node=fetch_order`);
      await waitForStatus(page, 'failed');
      expect(await overflowOf(page)).toBe(0);
      expect(await outsideOf(page)).toEqual([]);
      if (width > 390) return;
      await page.goto(`/runs/${failed}`);
      await waitForStatus(page, 'failed');
      const [error, canvas] = await Promise.all([
        page.locator('[aria-live="polite"]').filter({ hasText: 'url-refused' }).first().boundingBox(),
        page.locator('.react-flow').first().boundingBox(),
      ]);
      expect(error?.y, 'the error is above the canvas').toBeLessThan(canvas?.y ?? 0);
    });
  }
}
