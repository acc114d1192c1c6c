import { expect, type Page, type Request } from '@playwright/test';
import { readPublicFixture } from '../support/read-fixture-log.ts';
import { expectAccessible, looks } from './accessibility.ts';
import { edge, node, openTools, outsideOf, overflowOf, panel, row, set, span, startRun, waitForStatus } from './run-page.ts';
import { test } from './watched-test.ts';

const asks = (page: Page) => page.locator('[data-approval]');
const button = (page: Page, name: string) => asks(page).first().getByRole('button', { name, exact: true });
const output = (page: Page, name: string) => page.locator(`[data-output="${name}"]`);

/** A run with an approval of a letter. */
function startLetter(page: Page): Promise<string> {
  return startRun(
    page,
    {
      name: 'Letter',
      nodes: [
        node('start', 'start', { inputs: [{ name: 'text', type: 'text' }] }),
        node('approve', 'approval', {
          title: 'Send this letter?',
          message: 'It goes to customer 20931.',
          value: '{{start.text}}',
        }),
        node('sent', 'end', { outputs: { sent: '{{approve}}' } }),
        node('kept', 'end', { outputs: { reason: '{{approve.reason}}', comment: '{{approve.comment}}' } }),
      ],
      edges: [edge('start', 'approve'), edge('approve', 'sent', 'approved'), edge('approve', 'kept', 'rejected')],
    },
    { text: 'Dear Ada, your kettle is on its way.' },
  );
}

const order = { orderId: '81-4471', amountCents: 24_900, lines: ['kettle', 'filter'] };

/** A run with two approvals at once: of an order, and of a tool call. */
function startOrder(page: Page): Promise<string> {
  return startRun(page, {
    name: 'Order',
    nodes: [
      node('start', 'start', { inputs: [] }),
      node('approve', 'approval', { title: 'Refund this order?', value: order }),
      node('book', 'tool-call', { toolName: 'http_request', parameters: { method: 'POST', url: 'https://nobody.invalid/' } }),
      node('end', 'end', { outputs: { order: '{{approve}}', booked: '{{book.status}}' } }),
    ],
    edges: [edge('start', 'approve'), edge('start', 'book'), edge('approve', 'end', 'approved'), edge('book', 'end')],
  });
}

/** A run whose model calls an agent, which calls a tool. */
function startWorker(page: Page): Promise<string> {
  return startRun(page, {
    name: 'Worker',
    nodes: [
      node('start', 'start', { inputs: [] }),
      node('agent', 'llm', { userPrompt: 'What time is it?', availableTools: ['sub-agent'], agents: ['time'] }),
      node('end', 'end', { outputs: { answer: '{{agent.output}}' } }),
    ],
    edges: [edge('start', 'agent'), edge('agent', 'end')],
  });
}

/** Opens the run and waits for its approval. `expectSamePage` then detects a reload. */
async function openWaiting(page: Page, runId: string) {
  await page.goto(`/runs/${runId}`);
  await waitForStatus(page, 'waiting');
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
}

async function expectSamePage(page: Page) {
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
}

/** Records the decisions that the page sends from now on. */
function watchDecisions(page: Page): Request[] {
  const sent: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/approvals/')) sent.push(request);
  });
  return sent;
}

test('a waiting run shows its approval and status on its page and in the list of runs', async ({ page }) => {
  await openWaiting(page, await startLetter(page));
  const ask = asks(page);
  await expect(ask.getByRole('heading')).toHaveText('Send this letter?');
  await expect(ask).toContainText('It goes to customer 20931.');
  await expect(ask).toContainText('Dear Ada, your kettle is on its way.');
  await expect(ask.locator('time')).toHaveText(/^expires in 4 weeks, \w+ \d+, \d{4}, \d\d:\d\d$/);
  await expect(panel(page).getByRole('status').filter({ hasText: 'The run is waiting for 1 approval.' })).toBeAttached();
  await expect(row(page, 'approve')).toHaveAttribute('data-state', 'waiting');
  await expect(row(page, 'approve').locator('[data-part="wait"]')).toHaveCount(1);
  await expect(page.locator('[data-fact="took"] dd')).toContainText('waited');
  await page
    .getByRole('tablist', { name: 'Run details' })
    .getByRole('tab', { name: /^Events/ })
    .click();
  await expect(page.locator('[data-part="log"]')).toContainText('confirm_required');
  await page.goto('/runs?status=waiting');
  await expect(page.locator('tr[data-run]').first()).toContainText(/waiting.*Letter/);
});

test('what waits in a container is named with its iteration, and a wait ends on request', async ({ page }) => {
  const runId = await startRun(page, {
    name: 'Two letters',
    nodes: [
      node('start', 'start', { inputs: [] }),
      node('each', 'map', { items: ['Ada', 'Bob'] }),
      { ...node('pause', 'wait', { mode: 'for', forMs: 3_600_000 }), label: 'Cool down', parentId: 'each' },
      { ...node('approve', 'approval', { title: 'Send it to {{map.item}}?' }), parentId: 'each' },
      node('end', 'end', { outputs: {} }),
    ],
    edges: [edge('start', 'each'), edge('each', 'end')],
  });
  await page.goto(`/runs/${runId}`);
  await expect(asks(page)).toHaveCount(2);
  await expect(asks(page).last()).toContainText('Approval, iteration 2 each[1]/approve');
  const waits = page.getByRole('region', { name: 'Waits' }).getByRole('article');
  await expect(waits).toHaveText([/^Cool down, iteration 1 waits until/, /^Cool down, iteration 2 waits/]);
  await waits.first().getByRole('button', { name: 'Continue now' }).click();
  await expect(waits).toHaveText([/^Cool down, iteration 2 waits/]);
});

test('a run approved with an edited value resumes with it in the same view', async ({ page }) => {
  await openWaiting(page, await startLetter(page));
  await button(page, 'Edit').click();
  const editor = asks(page).getByLabel('Value');
  await expect(editor).toBeFocused();
  await editor.fill('Dear Ada, your kettle comes on Monday.');
  await button(page, 'Approve').click();
  await waitForStatus(page, 'succeeded');
  await expect(output(page, 'sent')).toContainText('Dear Ada, your kettle comes on Monday.');
  await expect(asks(page)).toHaveCount(0);
  await expect(row(page, 'approve').locator('[data-part="wait"]')).toHaveCount(1);
  await row(page, 'approve').click();
  await expect(span(page, 'approve')).toContainText('Output at approved');
  await expectSamePage(page);
});

test('a template with an approval runs from its form and shows the names of its nodes', async ({ page }) => {
  await page.goto('/?template=triage-with-approval');
  await page.getByRole('button', { name: /^Run/ }).click();
  await waitForStatus(page, 'waiting');
  await expect(asks(page)).toContainText('Node Approve');
  await button(page, 'Approve').click();
  await waitForStatus(page, 'succeeded');
  await expect(output(page, 'isApproved')).toContainText('true');
});

test('undoing an edit restores the value', async ({ page }) => {
  const sent = watchDecisions(page);
  await openWaiting(page, await startLetter(page));
  await button(page, 'Edit').click();
  await asks(page).getByLabel('Value').fill('Nothing of this');
  await button(page, 'Discard the edit').click();
  await button(page, 'Approve').click();
  await waitForStatus(page, 'succeeded');
  expect(sent.map((request) => request.postDataJSON())).toEqual([{ confirmed: true, remember: false }]);
  await expect(output(page, 'sent')).toContainText('Dear Ada, your kettle is on its way.');
});

test('a run rejected with a comment takes the rejected branch and passes the comment on', async ({ page }) => {
  await openWaiting(page, await startLetter(page));
  await asks(page)
    .getByLabel(/^Comment/)
    .fill('No date in it');
  await button(page, 'Reject').click();
  await waitForStatus(page, 'succeeded');
  await expect(output(page, 'comment')).toContainText('No date in it');
  await expect(output(page, 'reason')).toContainText('rejected');
  await expectSamePage(page);
});

test('invalid JSON shows its error and is not sent, while rejecting still works', async ({ page }) => {
  const sent = watchDecisions(page);
  await openWaiting(page, await startOrder(page));
  const ask = asks(page).filter({ hasText: 'Refund this order?' });
  await ask.getByRole('button', { name: 'Edit' }).click();
  await ask.getByRole('radio', { name: 'JSON' }).click();
  const editor = ask.getByLabel('Value');
  await expect(editor).toHaveValue(JSON.stringify(order, null, 2));
  await editor.fill('{ "orderId": 81-4471 }');
  await ask.getByRole('button', { name: 'Approve' }).click();
  await expect(editor).toBeFocused();
  await expect(editor).toHaveAttribute('aria-invalid', 'true');
  await expect(editor).toHaveAccessibleDescription(/^This is not valid JSON: /);
  await editor.fill('{ "orderId": "81-4472" }');
  await expect(editor).toHaveAttribute('aria-invalid', 'false');
  await ask.getByRole('button', { name: 'Approve' }).click();
  await expect(asks(page)).toHaveCount(1);
  await button(page, 'Edit').click();
  await asks(page).getByRole('radio', { name: 'JSON' }).click();
  await asks(page).getByLabel('Arguments').fill('[]');
  await expect(asks(page).getByLabel('Arguments')).toHaveAccessibleDescription(/^Arguments must be one JSON object/);
  await button(page, 'Reject').click();
  await waitForStatus(page, 'succeeded');
  expect(sent.map((request) => request.postDataJSON())).toEqual([
    { confirmed: true, args: { orderId: '81-4472' }, remember: false },
    { confirmed: false, skip: false },
  ]);
  await expect(output(page, 'order')).toContainText('81-4472');
  await expect(output(page, 'booked')).toContainText('cancelled');
});

test('an object is edited in a form, and the run, the inbox and the API say who decided', async ({ page }) => {
  const runId = await startOrder(page);
  await openWaiting(page, runId);
  const ask = asks(page).filter({ hasText: 'Refund this order?' });
  await ask.getByRole('button', { name: 'Edit' }).click();
  await expect(ask.getByLabel('orderId')).toBeFocused();
  await ask.getByLabel('amountCents').fill('many');
  await expect(ask.getByLabel('amountCents')).toHaveAccessibleDescription('This is not a number.');
  // What can be read of the field is not what it shows.
  await ask.getByRole('button', { name: 'Approve' }).click();
  await expect(ask.getByLabel('amountCents')).toBeFocused();
  await expect(asks(page)).toHaveCount(2);
  await ask.getByLabel('amountCents').fill('12000');
  await ask.getByLabel('lines').fill('["kettle"]');
  await ask.getByLabel(/^Comment/).fill('Half of it');
  await ask.getByRole('button', { name: 'Approve' }).click();
  await expect(asks(page)).toHaveCount(1);
  // The fields of a tool are those of its schema.
  await button(page, 'Edit').click();
  await expect(asks(page).getByLabel('method')).toHaveValue('POST');
  await button(page, 'Reject').click();
  await waitForStatus(page, 'succeeded');
  await expect(output(page, 'order')).toContainText('12000');
  await row(page, 'approve').click();
  await expect(span(page, 'approve').locator('[data-part="decisions"]')).toHaveText(/^approved.*by the workspace.*Half of it/i);
  await page.goto('/approvals');
  await expect(page.locator('tr', { hasText: 'Refund this order?' }).locator('[data-part="decided-by"]').first()).toHaveText(
    'the workspace',
  );
});

test('a decision in another tab appears without a reload', async ({ page, context }) => {
  const runId = await startLetter(page);
  await openWaiting(page, runId);
  const other = await context.newPage();
  await openWaiting(other, runId);
  await button(other, 'Approve').click();
  await waitForStatus(other, 'succeeded');
  await waitForStatus(page, 'succeeded');
  await expect(asks(page)).toHaveCount(0);
  await expect(output(page, 'sent')).toBeVisible();
  await expectSamePage(page);
});

test('a double click sends one decision and shows at once that it is being sent', async ({ page }) => {
  const sent = watchDecisions(page);
  await openWaiting(page, await startLetter(page));
  let letThrough = () => {};
  const isLetThrough = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/approvals/*', async (route) => {
    await isLetThrough;
    await route.continue();
  });
  await button(page, 'Approve').dblclick();
  await expect(button(page, 'Approve')).toHaveAttribute('aria-disabled', 'true');
  await expect(button(page, 'Reject')).toHaveAttribute('aria-disabled', 'true');
  await expect(asks(page).getByRole('status')).toHaveText('Sending…');
  await button(page, 'Reject').press('Enter');
  letThrough();
  await waitForStatus(page, 'succeeded');
  expect(sent).toHaveLength(1);
});

test('a failed decision shows its error and keeps the edits', async ({ page, watch }) => {
  watch.expectProblem(/Failed to load resource/);
  await openWaiting(page, await startLetter(page));
  await button(page, 'Edit').click();
  await asks(page).getByLabel('Value').fill('Dear Bob');
  await asks(page)
    .getByLabel(/^Comment/)
    .fill('Another name');
  await page.route('**/approvals/*', (route) => route.abort());
  await button(page, 'Approve').click();
  await expect(asks(page).getByRole('alert')).toContainText('the server could not be reached');
  await page.unroute('**/approvals/*');
  const error = { code: 'run-ended', message: 'Run run_1 has ended already: failed.', requestId: 'request_1' };
  await page.route('**/approvals/*', (route) => route.fulfill({ status: 409, json: { error } }));
  await button(page, 'Approve').click();
  await expect(asks(page).getByRole('alert')).toHaveText('Not sent: the run has already finished.');
  await page.unroute('**/approvals/*');
  await expect(asks(page).getByLabel('Value')).toHaveValue('Dear Bob');
  await expect(asks(page).getByLabel(/^Comment/)).toHaveValue('Another name');
  await button(page, 'Approve').click();
  await waitForStatus(page, 'succeeded');
  await expect(output(page, 'sent')).toContainText('Dear Bob');
});

test('approvals work by keyboard, and the focus moves to the next approval, then to the run', async ({ page }) => {
  await openWaiting(page, await startOrder(page));
  await expect(asks(page)).toHaveCount(2);
  const tool = asks(page).filter({ hasText: 'Call http_request?' });
  await tool.getByRole('button', { name: 'Edit' }).focus();
  for (const name of ['Arguments', /^Comment/, /^Do not ask for http_request again/, 'Approve', 'Reject'] as const) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveAccessibleName(name);
  }
  await page.keyboard.press('Enter');
  await expect(asks(page)).toHaveCount(1);
  await expect(asks(page)).toBeFocused();
  await expect(panel(page).getByRole('status').filter({ hasText: 'The run is waiting for 1 approval.' })).toBeAttached();
  await button(page, 'Approve').focus();
  await page.keyboard.press('Enter');
  await expect(asks(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await waitForStatus(page, 'succeeded');
});

test('a tool can be approved for the rest of the run', async ({ page }) => {
  const sent = watchDecisions(page);
  await openWaiting(page, await startOrder(page));
  const tool = asks(page).filter({ hasText: 'Call http_request?' });
  await expect(tool).toContainText('POST https://nobody.invalid/');
  await tool.getByRole('checkbox', { name: /^Do not ask for/ }).check();
  await tool.getByRole('button', { name: 'Approve' }).click();
  await expect.poll(() => sent.map((request) => request.postDataJSON())).toEqual([{ confirmed: true, remember: true }]);
  await openTools(page, 'book');
  const call = span(page, 'book').locator('[data-tool="http_request"] > button');
  await expect(call).toContainText('failed');
});

test('a tool call expands to its input and output, and an agent to its steps', async ({ page }) => {
  await page.goto(`/runs/${await startWorker(page)}?node=agent`);
  await waitForStatus(page, 'succeeded');
  await openTools(page, 'agent');
  const worker = span(page, 'agent').locator('[data-tool="sub-agent"] > button').first();
  await expect(worker).toContainText('done');
  await expect(worker).toHaveAttribute('aria-expanded', 'false');
  await worker.click();
  const inside = span(page, 'agent').locator('[data-tool="time-now"] > button');
  await inside.click();
  await expect(span(page, 'agent').getByRole('group', { name: 'Result' }).last()).toContainText('"iso"');
  await page.getByRole('tab', { name: /^Events/ }).click();
  await span(page, 'agent').getByRole('radio', { name: 'Tools' }).click();
  await expect(page.locator('[data-part="log"]')).toContainText('agent › time, time-now, success');
});

const recorded = readPublicFixture('tools-and-approval');

/** Opens a run with a recorded log, to which no further events are added. */
async function openRecorded(page: Page, events: readonly { seq: number }[]) {
  const body = events.map((event) => `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  await page.route('**/events?*', async (route) => {
    const isFirst = !('last-event-id' in route.request().headers());
    // The second request is never answered, as for a run that emits no events.
    if (isFirst) await route.fulfill({ contentType: 'text/event-stream', body });
  });
  await page.goto(`/runs/${await startLetter(page)}?node=agent`);
}

test('a running agent is expanded with its streamed text, and its node waits at an approval', async ({ page }) => {
  await openRecorded(
    page,
    recorded.filter(({ seq }) => seq <= 18),
  );
  await openTools(page, 'agent');
  const agent = span(page, 'agent');
  await expect(agent.locator('[data-tool="ask_researcher"] > button')).toHaveAttribute('aria-expanded', 'true');
  await expect(agent.locator('[data-tool="ask_researcher"]')).toContainText('Leaves in hot water.');
  await expect(agent.locator('[data-tool="read_url"] > button')).toContainText('running');
  await expect(agent.locator('[data-tool="http_request"] > button')).toContainText('waiting');
  await expect(panel(page)).toContainText('The rest of the run continues.');
});

test('an approval of a side effect that may have happened has its own text', async ({ page }) => {
  const [asked] = recorded.filter((event) => event.type === 'confirm_required');
  const { toolCallId: _, ...effect } = { ...asked, kind: 'effect', tool: 'email.send', args: null, seq: 11 };
  await openRecorded(page, [...recorded.filter(({ seq }) => seq <= 10), effect]);
  await expect(asks(page).getByRole('heading')).toHaveText('Run “email.send” again?');
  await expect(button(page, 'Run again')).toBeVisible();
  await expect(button(page, 'Do not run again')).toBeVisible();
  await expect(button(page, 'Edit')).toHaveCount(0);
});

test('a side effect that did happen is answered with its result, and the run continues with it', async ({ page }) => {
  const [asked] = recorded.filter((event) => event.type === 'confirm_required');
  const { toolCallId: _, ...effect } = { ...asked, kind: 'effect', tool: 'POST https://example.com/orders', args: null, seq: 11 };
  const sent: unknown[] = [];
  await page.route('**/approvals/*', async (route) => {
    sent.push(route.request().postDataJSON());
    const nextAction = { runId: 'run_1', streamUrl: '/api/v1/runs/run_1/events' };
    await route.fulfill({ json: { status: 'answered', nextAction } });
  });
  await openRecorded(page, [...recorded.filter(({ seq }) => seq <= 10), effect]);
  await button(page, 'It happened: enter its result').click();
  await page.getByRole('textbox', { name: 'Result of the call' }).fill('{"orderId": 7}');
  await page.getByRole('textbox', { name: 'Comment' }).fill('Seen in the shop');
  await expectAccessible(page, 'with the field of a result');
  await button(page, 'Continue with this result').click();
  await expect(page.getByText('Decision sent. The run resumes…')).toBeVisible();
  expect(sent).toEqual([{ confirmed: false, result: { orderId: 7 }, comment: 'Seen in the shop' }]);
});

test('a result too large for the log shows its beginning, and all of it on demand', async ({ page }) => {
  const data = Array.from({ length: 1000 }, (_, index) => ({ id: index }));
  const whole = JSON.stringify(data);
  const hash = 'a'.repeat(43);
  const reference = { ref: hash, chars: whole.length, excerpt: whole.slice(0, 2000) };
  await page.route(`**/api/v1/payloads/${hash}`, (route) => route.fulfill({ json: { hash, chars: whole.length, data } }));
  await openRecorded(
    page,
    recorded.map((event) => (event.type === 'tool_result' ? { ...event, result: reference } : event)),
  );
  await openTools(page, 'agent');
  await span(page, 'agent').locator('[data-tool="http_request"] > button').click();
  const call = span(page, 'agent').locator('[data-tool="http_request"]');
  await expect(call).toContainText(`The first 2,000 of ${whole.length.toLocaleString('en')} characters.`);
  await call.getByRole('button', { name: 'Show all' }).click();
  await expect(call.getByRole('group', { name: 'Result' })).toContainText('"id": 999');
});

for (const { theme, language } of looks) {
  test(`a waiting run is accessible, ${theme}, ${language}`, async ({ page, context, baseURL }) => {
    await set(context, baseURL, { theme, language });
    const check = (state: string) => expectAccessible(page, state);
    // What the edge of the panel cuts is smaller than a target may be.
    await page.setViewportSize({ width: 1440, height: 2000 });
    await openWaiting(page, await startOrder(page));
    await expect(asks(page)).toHaveCount(2);
    await check('waiting');
    const edit = language === 'en' ? 'Edit' : '编辑';
    for (const ask of await asks(page).all()) {
      await ask.getByRole('button', { name: edit, exact: true }).click();
      await ask.getByRole('radio', { name: 'JSON' }).click();
      await ask.locator('textarea').fill('{');
    }
    await check('with wrong JSON');
    await page.goto(`/runs/${await startWorker(page)}?node=agent`);
    await waitForStatus(page, 'succeeded');
    await openTools(page, 'agent');
    const closed = page.locator('[data-tool] > button[aria-expanded="false"]');
    while ((await closed.count()) > 0) await closed.first().click();
    await check('tool calls');
  });
}

for (const width of [1440, 390]) {
  for (const language of ['en', 'zh-CN']) {
    test(`approvals fit a window of ${width} pixels, ${language}`, async ({ page, context, baseURL }) => {
      await set(context, baseURL, { language });
      await page.setViewportSize({ width, height: 800 });
      await openWaiting(page, await startOrder(page));
      await expect(asks(page)).toHaveCount(2);
      expect(await overflowOf(page)).toBe(0);
      expect(await outsideOf(page)).toEqual([]);
    });
  }
}
