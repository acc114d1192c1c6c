import { expect, type Page } from '@playwright/test';
import { expectAccessible, looks } from './accessibility.ts';
import { edge, node, set } from './run-page.ts';
import { test } from './watched-test.ts';

const dock = (page: Page) => page.locator('section[data-run-status]');
const step = (page: Page, nodeId: string) => page.locator(`.react-flow__node[data-id="${nodeId}"]`);
const mark = (page: Page, nodeId: string) => step(page, nodeId).locator('[data-part="run-mark"]');
const row = (page: Page, nodeId: string) => dock(page).locator(`[data-node="${nodeId}"]`);
const line = (page: Page, edgeId: string) => page.locator(`.react-flow__edge[data-id="${edgeId}"] [data-run]`);
const field = (page: Page, name: string) => dock(page).getByLabel(name);
const panel = (page: Page) => page.getByRole('complementary').last();

async function openWorkflow(page: Page, document: object): Promise<string> {
  const answer = await page.request.post('/api/v1/workflows', { data: document });
  const { id } = (await answer.json()) as { id: string };
  await page.goto(`/workflows/${id}`);
  await expect(dock(page)).toBeVisible();
  return id;
}

async function openTemplate(page: Page, templateId: string): Promise<string> {
  const answer = await page.request.get(`/api/v1/templates/${templateId}`);
  const { document } = (await answer.json()) as { document: object };
  return openWorkflow(page, document);
}

/** Opens a workflow of start, these nodes and end, one after the other. */
function openChain(page: Page, inputs: object[], steps: ReturnType<typeof node>[], outputs: object = {}): Promise<string> {
  const all = [node('start', 'start', { inputs }), ...steps, node('end', 'end', { outputs })];
  const nodes = all.map((one, index) => ({ ...one, position: { x: 0, y: index * 96 } }));
  const edges = all.slice(1).map((one, index) => edge(all[index]?.id ?? '', one.id));
  return openWorkflow(page, {
    format: 'threadloom/workflow@1',
    name: 'On the canvas',
    description: '',
    settings: {},
    nodes,
    edges,
  });
}

/** Runs until stopped: .invalid never resolves (RFC 2606), and the retry delay is minutes. */
const slowStep = node(
  'fetch',
  'http',
  { method: 'GET', url: 'https://nobody.invalid/' },
  { retry: { attempts: 2, delayMs: 600_000, on: 'all' } },
);
const letterStep = node('letter', 'template', { template: 'Dear {{start.name}}, thank you.' });
const nameInput = { name: 'name', type: 'text', title: 'Name', default: 'Ada' };

async function run(page: Page) {
  await page.locator('[data-tour="run"]').click();
}

async function expectRun(page: Page, status: string) {
  await expect(dock(page)).toHaveAttribute('data-run-status', status, { timeout: 20_000 });
}

/** Selects a node in the dock and opens a tab of the panel next to the canvas. */
async function look(page: Page, nodeId: string, tab: 'Input' | 'Output') {
  await row(page, nodeId).click();
  await panel(page).getByRole('tab', { name: tab, exact: true }).click();
}

const grid = (page: Page) => dock(page).getByRole('treegrid');
const playhead = (page: Page) => dock(page).getByRole('slider');
const chip = (page: Page) => page.locator('[data-part="moment"]');
const addressOf = (page: Page, part: string) => new URL(page.url()).searchParams.get(part);

/** The kinds of the visible rows: `node`, `model`, `tool` or `agent`. */
const kindsOf = (page: Page) =>
  grid(page)
    .locator('[data-span]')
    .evaluateAll((rows) => rows.map((one) => one.getAttribute('data-span')));

test('a workflow made from a template runs on the canvas until all nodes have succeeded', async ({ page }) => {
  await openTemplate(page, 'hello');
  await expect(mark(page, 'answer')).toHaveCount(0);
  const canvas = await page.locator('.react-flow').first().boundingBox();
  expect(canvas?.height, 'the dock leaves most of the window to the canvas').toBeGreaterThan(400);
  await field(page, 'Your question').fill('What do warp and weft mean?');
  await run(page);
  await expectRun(page, 'succeeded');
  for (const nodeId of ['start', 'answer', 'end']) await expect(mark(page, nodeId)).toHaveAttribute('data-state', 'succeeded');
  await expect(step(page, 'answer').locator('[data-part="run-strip"]')).toHaveCount(1);
  await expect(step(page, 'answer')).toContainText(/\d+ tokens/);
  await expect(page.locator('.react-flow__edge [data-run="live"]')).toHaveCount(2);
  await expect(dock(page).locator('[data-total="tokens"]')).toHaveText(/^\d+ tokens$/);
  await look(page, 'answer', 'Output');
  await expect(step(page, 'answer')).toHaveClass(/selected/);
  await expect(panel(page).locator('[data-part="text"]')).toContainText('What do warp and weft mean?');
  await dock(page).getByRole('tab', { name: 'Outputs' }).click();
  await expect(dock(page).locator('[data-output="answer"]')).toContainText('What do warp and weft mean?');
});

test('Run in the top bar sends the values of the form, and opens a folded dock only if they are invalid', async ({ page }) => {
  await openTemplate(page, 'hello');
  await field(page, 'Your question').fill('');
  await dock(page).getByRole('button', { name: 'Collapse the run panel' }).click();
  await expect(field(page, 'Your question')).toBeHidden();
  const topRun = page.getByRole('banner').getByRole('button', { name: 'Run', exact: true });
  await topRun.click();
  await expect(field(page, 'Your question')).toBeFocused();
  await expect(field(page, 'Your question')).toHaveAttribute('aria-invalid', 'true');
  await field(page, 'Your question').fill('Why?');
  await dock(page).getByRole('button', { name: 'Collapse the run panel' }).click();
  await topRun.click();
  await expectRun(page, 'succeeded');
  await expect(mark(page, 'answer')).toHaveAttribute('data-state', 'succeeded');
  await expect(dock(page).getByRole('button', { name: 'Expand the run panel' })).toBeVisible();
});

test('branches that were not taken and their edges are skipped on the canvas', async ({ page }) => {
  await openTemplate(page, 'triage');
  await run(page);
  await expectRun(page, 'succeeded');
  await expect(page.locator('[data-part="run-mark"][data-state="skipped"]').first()).toContainText('skipped');
  const dead = await page.locator('.react-flow__edge [data-run="dead"]').count();
  const live = await page.locator('.react-flow__edge [data-run="live"]').count();
  expect(dead).toBeGreaterThan(0);
  expect(live).toBeGreaterThan(0);
  expect(dead + live).toBe(await page.locator('.react-flow__edge').count());
});

test('a running run shows its progress and can be stopped', async ({ page }) => {
  await openChain(page, [], [slowStep]);
  await run(page);
  await expect(mark(page, 'fetch')).toHaveAttribute('data-state', 'running');
  await expect(mark(page, 'end')).toHaveText('queued');
  await expect(line(page, 'start-fetch')).toHaveAttribute('data-run', 'flowing');
  await expect(line(page, 'fetch-end')).toHaveAttribute('data-run', 'idle');
  const elapsed = await dock(page).locator('[data-total="elapsed"]').textContent();
  await expect(dock(page).locator('[data-total="elapsed"]')).not.toHaveText(elapsed ?? '');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expectRun(page, 'cancelled');
  await expect(mark(page, 'fetch')).toHaveAttribute('data-state', 'cancelled');
  await expect(mark(page, 'end')).toHaveAttribute('data-state', 'skipped');
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0);
});

test('with reduced motion nothing is animated during a run', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openChain(page, [], [slowStep]);
  await run(page);
  await expect(line(page, 'start-fetch')).toHaveAttribute('data-run', 'flowing');
  const moving = await page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
  expect(moving).toBe(0);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expectRun(page, 'cancelled');
});

test('a failed node names the field, its value and the fix', async ({ page }) => {
  await openChain(
    page,
    [{ name: 'url', type: 'text', default: 'nowhere' }],
    [node('fetch', 'http', { method: 'GET', url: '{{start.url}}' })],
  );
  await run(page);
  await expectRun(page, 'failed');
  await expect(mark(page, 'fetch')).toHaveAttribute('data-state', 'failed');
  await look(page, 'fetch', 'Output');
  const facts = panel(page).locator('dl > div');
  await expect(facts.filter({ hasText: 'Node' }).locator('dd')).toHaveText('fetch');
  await expect(facts.filter({ hasText: 'Field' }).locator('dd')).toHaveText('config.url');
  await expect(facts.filter({ hasText: 'Value' }).locator('dd')).toHaveText('nowhere');
  await expect(facts.filter({ hasText: 'Fix' }).locator('dd')).toHaveText('Begin with https:// or http://');
});

test('a single node is tested with the values of the run, and with other ones', async ({ page }) => {
  await openChain(page, [nameInput], [letterStep]);
  await run(page);
  await expectRun(page, 'succeeded');
  await look(page, 'letter', 'Input');
  const values = panel(page).getByLabel('Values of other nodes');
  await expect(values).toHaveValue('{\n  "start": {\n    "name": "Ada"\n  }\n}');
  await values.fill('{"start": {"name": "Grace"');
  await expect(values).toHaveAttribute('aria-invalid', 'true');
  await values.fill('{"start": {"name": "Grace"}}');
  await panel(page).getByRole('button', { name: 'Test this node' }).click();
  await expect(panel(page).locator('[data-test-result="succeeded"]')).toBeVisible();
  await expect(panel(page).getByRole('group', { name: 'Output' })).toContainText('Dear Grace, thank you.');
  await expect(mark(page, 'end')).toHaveAttribute('data-state', 'succeeded');
  await panel(page).getByRole('button', { name: 'Reset values' }).click();
  await expect(values).toHaveValue(/"Ada"/);
  await panel(page).getByRole('button', { name: 'Show its run' }).click();
  await expect(mark(page, 'letter')).toHaveAttribute('data-state', 'succeeded');
  await expect(mark(page, 'end')).toHaveCount(0);
});

test('a failed test of a node shows its error and is not a run of the workflow', async ({ page }) => {
  await openChain(page, [nameInput], [node('fetch', 'http', { method: 'GET', url: '{{start.name}}' })]);
  await step(page, 'fetch').click();
  await panel(page).getByRole('tab', { name: 'Input', exact: true }).click();
  await expect(panel(page).getByLabel('Values of other nodes')).toHaveValue(/"name": ""/);
  await panel(page).getByLabel('Values of other nodes').fill('{"start": {"name": "nowhere"}}');
  await panel(page).getByRole('button', { name: 'Test this node' }).click();
  await expect(panel(page).locator('[data-test-result="failed"]')).toBeVisible();
  await expect(panel(page).locator('dl')).toContainText('config.url');
  await expect(dock(page)).toHaveAttribute('data-run-status', 'none');
});

test('a long test of a node does not block the page, and its run can be stopped', async ({ page }) => {
  await openChain(page, [nameInput], [slowStep]);
  await run(page);
  await expect(mark(page, 'fetch')).toHaveAttribute('data-state', 'running');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expectRun(page, 'cancelled');
  await look(page, 'fetch', 'Input');
  await panel(page).getByRole('button', { name: 'Test this node' }).click();
  await expect(panel(page)).toContainText(/Running… \d/);
  await panel(page).getByRole('button', { name: 'Stop waiting' }).click();
  await expect(panel(page).getByRole('button', { name: 'Test this node' })).toBeVisible();
  const list = page.getByLabel('Selected run');
  await list.focus();
  const alone = list.locator('option', { hasText: 'running · fetch only' });
  await expect(alone).toHaveCount(1);
  await list.selectOption(await alone.getAttribute('value'));
  await expectRun(page, 'running');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expectRun(page, 'cancelled');
});

test('a pinned node returns its value without running, until it is unpinned', async ({ page }) => {
  const id = await openChain(page, [nameInput], [letterStep], { letter: '{{letter.text}}' });
  await run(page);
  await expectRun(page, 'succeeded');
  await look(page, 'letter', 'Output');
  await panel(page).getByRole('button', { name: 'Pin', exact: true }).click();
  await dock(page).getByRole('button', { name: 'Show the inputs' }).click();
  await field(page, 'Name').fill('Grace');
  await run(page);
  await expect(panel(page)).toContainText('pinned value');
  await expectRun(page, 'succeeded');
  await dock(page).getByRole('tab', { name: 'Outputs' }).click();
  await expect(dock(page).locator('[data-output="letter"]')).toContainText('Dear Ada');
  const stored = async () => {
    const answer = await page.request.get(`/api/v1/workflows/${id}`);
    const { document } = (await answer.json()) as { document: { nodes: { id: string; options?: { pinned?: unknown } }[] } };
    return document.nodes.find((one) => one.id === 'letter')?.options?.pinned;
  };
  expect(await stored()).toEqual({ text: 'Dear Ada, thank you.' });
  await panel(page).getByRole('button', { name: 'Unpin', exact: true }).click();
  await run(page);
  await expect(dock(page).locator('[data-output="letter"]')).toContainText('Dear Grace');
  expect(await stored()).toBeUndefined();
});

test('a run includes the latest change', async ({ page }) => {
  await openChain(page, [nameInput], [letterStep]);
  await run(page);
  await expectRun(page, 'succeeded');
  await look(page, 'letter', 'Output');
  await panel(page).getByRole('button', { name: 'Pin', exact: true }).click();
  await run(page);
  // Without the pin the node would run.
  await expect(row(page, 'letter')).toContainText('pinned value');
});

test('an earlier run can be shown, and the URL names it', async ({ page }) => {
  await openChain(page, [nameInput], [letterStep]);
  await run(page);
  await expectRun(page, 'succeeded');
  const first = new URL(page.url()).searchParams.get('run');
  await dock(page).getByRole('button', { name: 'Show the inputs' }).click();
  await field(page, 'Name').fill('Grace');
  await run(page);
  await expect.poll(() => new URL(page.url()).searchParams.get('run')).not.toBe(first);
  await look(page, 'letter', 'Output');
  await expect(panel(page)).toContainText('Dear Grace');
  await page.getByLabel('Selected run').selectOption(first);
  await expect(panel(page)).toContainText('Dear Ada');
  expect(new URL(page.url()).searchParams.get('run')).toBe(first);
  await page.reload();
  await expect(mark(page, 'letter')).toHaveAttribute('data-state', 'succeeded');
  await look(page, 'letter', 'Output');
  await expect(panel(page)).toContainText('Dear Ada');
});

test('an approval is decided below the canvas', async ({ page }) => {
  await openTemplate(page, 'triage-with-approval');
  await run(page);
  await expectRun(page, 'waiting');
  await expect(mark(page, 'approve')).toHaveAttribute('data-state', 'waiting');
  const ask = dock(page).locator('[data-approval]');
  await expect(ask.getByRole('button', { name: 'Approve' })).toBeInViewport({ ratio: 1 });
  await ask.getByRole('button', { name: 'Approve' }).click();
  await expectRun(page, 'succeeded');
  await expect(mark(page, 'approve')).toHaveAttribute('data-state', 'succeeded');
});

test('in a narrow window the value of an approval is above the buttons and not covered by them', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 900 });
  await openTemplate(page, 'triage-with-approval');
  await run(page);
  await expectRun(page, 'waiting');
  const ask = dock(page).locator('[data-approval]');
  const value = await ask.locator('[data-part="approval-value"]').boundingBox();
  const approve = await ask.getByRole('button', { name: 'Approve' }).boundingBox();
  if (!value || !approve) throw new Error('Both are in the dock');
  // Height of its title and two lines.
  expect(approve.y - value.y).toBeGreaterThan(64);
});

test('the dock keeps its height, set by keyboard or pointer', async ({ page }) => {
  await openChain(page, [], [letterStep]);
  const edgeOf = dock(page).getByRole('separator');
  const heightOf = async () => (await dock(page).boundingBox())?.height ?? 0;
  expect(Math.round(await heightOf())).toBe(230);
  await edgeOf.focus();
  await page.keyboard.press('ArrowDown');
  expect(await heightOf()).toBe(206);
  const box = await edgeOf.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 4);
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) - 56, { steps: 4 });
  await page.mouse.up();
  const dragged = await heightOf();
  expect(dragged).toBeGreaterThan(250);
  await page.reload();
  await expect.poll(heightOf).toBe(dragged);
});

test('before the first run the dock shows that there is none, and runs the workflow', async ({ page }) => {
  await openTemplate(page, 'hello');
  await expect(dock(page)).toContainText('This workflow has not run yet');
  await expect(grid(page)).toHaveCount(0);
  await dock(page).getByRole('button', { name: /^Run/ }).first().click();
  await expectRun(page, 'succeeded');
  await expect(grid(page)).toBeVisible();
});

test('a row expands to model calls, the called agent, and the calls of that agent', async ({ page }) => {
  await openTemplate(page, 'orchestrator');
  await run(page);
  await expectRun(page, 'succeeded');
  await expect
    .poll(() => kindsOf(page))
    .toEqual(['node', 'node', 'model', 'agent', 'model', 'tool', 'model', 'model', 'agent', 'model', 'model', 'node']);
  await expect(grid(page).locator('[data-span="tool"]')).toContainText('time-now');
  await expect(grid(page).locator('[data-span="model"]').first()).toContainText('1 tool call');
  await grid(page)
    .getByRole('button', { name: /^Collapse time/ })
    .click();
  await expect.poll(() => kindsOf(page)).toEqual(['node', 'node', 'model', 'agent', 'model', 'agent', 'model', 'model', 'node']);
});

test('rows are folded and expanded by keyboard, and Enter shows the output', async ({ page }) => {
  await openTemplate(page, 'orchestrator');
  await run(page);
  await expectRun(page, 'succeeded');
  await grid(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => kindsOf(page)).toEqual(['node', 'node', 'node']);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(grid(page).locator('[data-active]')).toHaveAttribute('data-span', 'model');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(step(page, 'answer')).toHaveClass(/selected/);
  await expect(panel(page).getByRole('tab', { name: 'Output', exact: true })).toHaveAttribute('data-state', 'active');
});

test('rows are filtered by kind and by text', async ({ page }) => {
  // In a narrow dock the kinds are a select.
  await page.setViewportSize({ width: 1440, height: 900 });
  await openTemplate(page, 'orchestrator');
  await run(page);
  await expectRun(page, 'succeeded');
  await dock(page).getByRole('radio', { name: 'Tools' }).click();
  await expect.poll(() => kindsOf(page)).toEqual(['node', 'agent', 'tool', 'agent']);
  await dock(page).getByRole('radio', { name: 'All', exact: true }).click();
  await dock(page).getByLabel('Filter rows').fill('TIME-NOW');
  await expect.poll(() => kindsOf(page)).toEqual(['node', 'agent', 'tool']);
  await dock(page).getByLabel('Filter rows').fill('no such thing');
  await expect(dock(page)).toContainText('Nothing in this run matches the filter.');
});

test('the playhead shows the canvas at an earlier moment, by mouse and by keyboard', async ({ page }) => {
  await openTemplate(page, 'orchestrator');
  await run(page);
  await expectRun(page, 'succeeded');
  await expect(mark(page, 'answer')).toHaveAttribute('data-state', 'succeeded');
  const ruler = await dock(page).locator('[data-part="ruler"]').boundingBox();
  if (!ruler) throw new Error('There is no ruler');
  await page.mouse.move(ruler.x + ruler.width * 0.8, ruler.y + 10);
  await page.mouse.down();
  await page.mouse.move(ruler.x + ruler.width * 0.4, ruler.y + 10, { steps: 5 });
  await page.mouse.up();
  await expect(chip(page)).toContainText('Canvas shows');
  const [canvas, line] = await Promise.all([page.locator('.react-flow').first().boundingBox(), chip(page).boundingBox()]);
  expect(line?.y, 'the line is below the canvas').toBeGreaterThanOrEqual((canvas?.y ?? 0) + (canvas?.height ?? 0) - 1);
  await expect(mark(page, 'answer')).toHaveAttribute('data-state', 'running');
  await expect(mark(page, 'end')).toHaveText('queued');
  // The run itself is unchanged.
  await expectRun(page, 'succeeded');
  const seq = Number(addressOf(page, 'at'));
  expect(seq).toBeGreaterThan(1);
  await page.keyboard.press('ArrowLeft');
  expect(Number(addressOf(page, 'at'))).toBe(seq - 1);
  await page.keyboard.press('Home');
  await expect(playhead(page)).toHaveAttribute('aria-valuenow', '0');
  await page.keyboard.press('End');
  await expect(chip(page)).toHaveCount(0);
  await expect(mark(page, 'end')).toHaveAttribute('data-state', 'succeeded');
  expect(addressOf(page, 'at')).toBeNull();
});

test('a link opens a run at a moment with a selected node', async ({ page }) => {
  await openTemplate(page, 'orchestrator');
  await run(page);
  await expectRun(page, 'succeeded');
  await dock(page).getByRole('button', { name: 'To the start of the run' }).click();
  for (const _ of [1, 2, 3, 4, 5]) await dock(page).getByRole('button', { name: 'One event forward' }).click();
  const seq = addressOf(page, 'at');
  const url = new URL(page.url());
  url.searchParams.set('node', 'answer');
  await page.goto(url.href);
  await expect(chip(page)).toBeVisible();
  await expect(mark(page, 'answer')).toHaveAttribute('data-state', 'running');
  await expect(step(page, 'answer')).toHaveClass(/selected/);
  expect(addressOf(page, 'at')).toBe(seq);
  await chip(page).getByRole('button', { name: 'Back to live' }).click();
  await expect(mark(page, 'answer')).toHaveAttribute('data-state', 'succeeded');
  expect(addressOf(page, 'at')).toBeNull();
});

test('a run can be replayed, and its timeline zoomed', async ({ page }) => {
  await openTemplate(page, 'hello');
  await run(page);
  await expectRun(page, 'succeeded');
  await dock(page).getByRole('button', { name: 'Play the run' }).click();
  await expect(chip(page)).toBeVisible();
  await expect(chip(page)).toHaveCount(0, { timeout: 15_000 });
  const whole = await grid(page).locator('[data-node="answer"] [data-part="bar"]').boundingBox();
  await dock(page).getByRole('button', { name: 'Zoom in' }).click();
  const closer = await grid(page).locator('[data-node="answer"] [data-part="bar"]').boundingBox();
  expect(closer?.width).toBeGreaterThan((whole?.width ?? 0) * 1.5);
  await dock(page).getByRole('button', { name: 'Fit' }).click();
  const again = await grid(page).locator('[data-node="answer"] [data-part="bar"]').boundingBox();
  expect(again?.width).toBeCloseTo(whole?.width ?? 0, 0);
});

test('each model call shows its messages and answer, values can be searched, and the timeline’s bar fits any window', async ({
  page,
}) => {
  await openTemplate(page, 'orchestrator');
  await run(page);
  await expectRun(page, 'succeeded');
  await dock(page).getByRole('button', { name: 'Zoom in' }).click();
  for (let width = 1440; width >= 1024; width -= 32) {
    await page.setViewportSize({ width, height: 900 });
    const hiddenPx = await dock(page)
      .locator('[data-part="timeline-bar"]')
      .evaluate((bar) => bar.scrollWidth - bar.clientWidth);
    expect(hiddenPx, `at ${width}`).toBe(0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await look(page, 'answer', 'Output');
  const calls = panel(page).getByRole('region', { name: 'Model calls' });
  await expect(calls.locator('[data-call]')).toHaveCount(6);
  await calls.getByRole('button', { name: /^Call 4/ }).click();
  await expect(calls.locator('[data-role="system"]')).toBeVisible();
  await expect(calls.getByRole('region', { name: 'Response' })).not.toBeEmpty();
  await calls.getByRole('tab', { name: 'Raw' }).click();
  await calls.getByRole('button', { name: 'Search in Request' }).click();
  await calls.getByRole('searchbox', { name: 'Search in Request' }).fill('tokyo');
  await expect(calls.locator('[data-part="matches"] li').first()).toContainText('Tokyo');
});

test('a click on a model call in the timeline shows that call, and its tools; closing it returns to the output', async ({
  page,
}) => {
  await openTemplate(page, 'assistant-with-tools');
  await run(page);
  await expectRun(page, 'succeeded');
  // The form made room for the timeline.
  await expect(field(page, 'Question')).toBeHidden();
  await page.getByRole('row', { name: /call 1/ }).click();
  const call = panel(page).locator('[data-span-seq]');
  await expect(call.locator('[data-fact="in"]')).toBeVisible();
  await call.getByRole('tab', { name: /^Tools sent/ }).click();
  await expect(call.locator('[data-tool="read_url"]')).toBeVisible();
  await page.getByRole('row', { name: /call 2/ }).click();
  await expect(call.locator('[data-role="assistant"]')).toContainText('time-now(');
  await call.getByRole('button', { name: 'Close the detail' }).click();
  await expect(call).toHaveCount(0);
  await expect(panel(page).getByRole('region', { name: 'Model calls' })).toBeVisible();
});

test('inputs can be written as JSON, and problems name their line', async ({ page }) => {
  await openChain(page, [nameInput], [letterStep], { letter: '{{letter.text}}' });
  await dock(page).getByRole('radio', { name: 'JSON' }).click();
  const json = dock(page).getByLabel('Inputs as JSON');
  await expect(json).toHaveValue('{\n  "name": "Ada"\n}');
  await json.fill('{\n  "nam": "Grace"\n}');
  await expect(json).toHaveAttribute('aria-invalid', 'true');
  await expect(dock(page)).toContainText('Line 2: The workflow has no input nam. Did you mean name?');
  await run(page);
  await expect(dock(page)).toHaveAttribute('data-run-status', 'none');
  await json.fill('{"name": "Grace"}');
  await run(page);
  await expectRun(page, 'succeeded');
  await dock(page).getByRole('tab', { name: 'Outputs' }).click();
  await expect(dock(page).locator('[data-output="letter"]')).toContainText('Dear Grace');
  await dock(page).getByRole('button', { name: 'Show the inputs' }).click();
  await dock(page).getByRole('radio', { name: 'Form' }).click();
  await expect(field(page, 'Name')).toHaveValue('Grace');
});

test('the form can be hidden, and reappears when an input is invalid', async ({ page }) => {
  await openTemplate(page, 'hello');
  await field(page, 'Your question').fill('');
  await dock(page).getByRole('button', { name: 'Hide the inputs' }).click();
  await expect(field(page, 'Your question')).toBeHidden();
  await page.getByRole('banner').getByRole('button', { name: 'Run', exact: true }).click();
  await expect(field(page, 'Your question')).toBeFocused();
});

test('a failed run shows one line with its error that opens the node', async ({ page }) => {
  await openChain(page, [], [node('fetch', 'http', { method: 'GET', url: 'nowhere' })]);
  await run(page);
  await expectRun(page, 'failed');
  await dock(page).getByRole('alert').getByRole('button', { name: 'Show where' }).click();
  await expect(step(page, 'fetch')).toHaveClass(/selected/);
  await expect(panel(page).locator('dl')).toContainText('config.url');
});

test('the actions of a run fit next to the panel on a small screen', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await openTemplate(page, 'triage-with-approval');
  await run(page);
  await expectRun(page, 'waiting');
  const box = await dock(page).boundingBox();
  const beyond = await dock(page)
    .locator('button:visible, input:visible, select:visible')
    .evaluateAll(
      (all, right) => all.filter((one) => one.getBoundingClientRect().right > right + 1).map((one) => one.outerHTML),
      (box?.x ?? 0) + (box?.width ?? 0),
    );
  expect(beyond).toEqual([]);
});

for (const { theme, language } of looks) {
  test(`a run on the canvas is accessible, ${theme}, ${language}`, async ({ page, context, baseURL }) => {
    // axe reads every element of a canvas four times
    test.slow();
    await set(context, baseURL, { theme, language });
    const check = (state: string) => expectAccessible(page, state);
    await openTemplate(page, 'triage-with-approval');
    await run(page);
    await expectRun(page, 'waiting');
    await step(page, 'classify').click();
    await check('a run that asks');
    await panel(page)
      .getByRole('tab', { name: /^(Output|输出)$/ })
      .click();
    await playhead(page).focus();
    await page.keyboard.press('PageDown');
    await expect(chip(page)).toBeVisible();
    await check('what a node gave, at a moment of the run');
    await page.keyboard.press('End');
    await panel(page)
      .getByRole('tab', { name: /^(Input|输入)$/ })
      .click();
    await panel(page).locator('textarea').fill('[');
    await check('a test with wrong values');
    await dock(page)
      .locator('[data-approval]')
      .getByRole('button', { name: /^(Reject|拒绝)$/ })
      .click();
    await expectRun(page, 'succeeded');
    await check('a run that is over');
  });
}

test('a program asks for approval of each tool call that needs it, and the dock lists its calls', async ({ page }) => {
  const code = `const { weekday } = await tools['time-now']();
await tools.write_file({ path: 'e2e/program.md', content: 'A ' + weekday });
return weekday.length > 0`;
  const program = node('program', 'tool-call', {
    toolName: 'ptc',
    parameters: { language: 'javascript', code, tools: ['time-now', 'write_file'] },
  });
  await openChain(page, [], [program], { isDone: '{{program.data.returnValue}}' });
  await run(page);
  const ask = dock(page).locator('[data-approval]');
  await expect(ask).toContainText('Run 3 lines of JavaScript that may call tools');
  await ask.getByRole('button', { name: 'Approve' }).click();
  await expect(ask).toContainText('requested by a program');
  await expect(ask).toContainText('e2e/program.md');
  await ask.getByRole('button', { name: 'Approve' }).click();
  await expectRun(page, 'succeeded');
  for (const [name, level] of [
    ['ptc', '2'],
    ['time-now', '3'],
    ['write_file', '3'],
  ] as const)
    await expect(grid(page).getByRole('row').filter({ hasText: name }).first()).toHaveAttribute('aria-level', level);
  await expect(grid(page).getByRole('row').filter({ hasText: 'time-now' })).toHaveCount(1);
});
