import { expect, type Page } from '@playwright/test';
import { type FakeModel, startFakeModel } from '#tests/support/fake-model/start-fake-model.ts';
import { expectAccessible, looks } from './accessibility.ts';
import { nodeOnCanvas, openEditor, readStored } from './editor-page.ts';
import { outsideOf, overflowOf, set } from './run-page.ts';
import { saveWorkflow } from './studio-page.ts';
import { test } from './watched-test.ts';

type Script = readonly (object | string)[];

let fake: FakeModel;
/** The next answers: the arguments of a proposal, or the text that ends the turn. */
let script: Script = [];
test.beforeAll(async () => {
  fake = await startFakeModel({
    reply: (body) => {
      // Each round adds the results of its calls.
      const round = ((body.messages ?? []) as { role: string }[]).filter(({ role }) => role === 'tool').length;
      const next = script[round] ?? 'Done.';
      return typeof next === 'string' ? { tokens: [next] } : { tokens: [], calls: [{ name: 'draft_propose', args: next }] };
    },
  });
});
test.afterAll(() => fake.stop());
test.beforeEach(async ({ page }) => {
  const data = { provider: 'openai-compatible', modelId: 'scripted', baseUrl: fake.url, apiKey: 'sk-1' };
  expect((await page.request.put('/api/v1/models/scripted', { data })).status()).toBe(200);
});
/** Other tests need the demo model. */
test.afterEach(async ({ page }) => {
  await page.request.delete('/api/v1/models/scripted');
});

const guarded = {
  nodes: [
    { id: 'start', type: 'start', config: { inputs: [{ name: 'text', type: 'text' }] } },
    { id: 'ask', type: 'approval', config: { title: 'Send it?', value: '{{start.text}}' } },
    { id: 'send', type: 'http', config: { url: 'https://mail.example.com/send', method: 'POST' } },
  ],
  edges: [
    ['start', 'out', 'ask'],
    ['ask', 'approved', 'send'],
  ],
} as const;

async function makeGuarded(page: Page): Promise<string> {
  const nodes = guarded.nodes.map((node, index) => ({ ...node, version: 1, label: '', position: { x: 0, y: index * 140 } }));
  const edges = guarded.edges.map(([source, sourceHandle, target]) => ({
    id: `${source}-${target}`,
    source,
    sourceHandle,
    target,
    targetHandle: 'in',
  }));
  return saveWorkflow(page, { name: 'Guarded', nodes, edges });
}

const panel = (page: Page) => page.locator('[data-part="assistant"]');
const proposal = (page: Page) => panel(page).locator('[data-part="proposal"]').last();
const picture = (page: Page) => page.locator('[data-part="proposal-canvas"]');
const change = (page: Page, id: string) => proposal(page).locator(`[data-change="${id}"]`);

async function ask(page: Page, message: string) {
  if (!(await panel(page).isVisible())) await page.getByRole('button', { name: 'Assistant', exact: true }).click();
  await panel(page).getByRole('textbox', { name: 'Message to the assistant' }).fill(message);
  await page.keyboard.press('Enter');
}

const shout = {
  summary: 'Shouts the text before it asks',
  nodes: [
    { id: 'loud', type: 'template', label: 'Loud', config: { template: '{{start.text | upcase}}' } },
    { id: 'ask', config: { value: '{{loud.text}}' } },
  ],
  connect: [
    { source: 'start', target: 'loud' },
    { source: 'loud', target: 'ask' },
  ],
  disconnect: [{ source: 'start', target: 'ask' }],
};

test('a proposal is a difference on the canvas; accepted by node it is one step of undo', async ({ page }) => {
  script = [shout, 'I put a node before the approval.'];
  const id = await makeGuarded(page);
  const before = await readStored(page, id);
  await openEditor(page, id);
  await ask(page, 'Shout it');
  await expect(panel(page)).toContainText('I put a node before the approval.');
  await expect(picture(page).locator('.react-flow__node.proposal-added[data-id="loud"]')).toBeVisible();
  await expect(picture(page).locator('.react-flow__node.proposal-changed[data-id="ask"]')).toBeVisible();
  await expect(picture(page).locator('.react-flow__edge.proposal-removed')).toHaveCount(1);
  await expect(change(page, 'ask')).toContainText('{{loud.text}}');
  // Nothing has changed so far.
  await expect(page.locator('[data-part="canvas"] .react-flow__node[data-id="loud"]')).toHaveCount(0);
  expect((await readStored(page, id)).revision).toBe(before.revision);

  await change(page, 'ask').getByRole('checkbox').click();
  await proposal(page).getByRole('button', { name: 'Accept 1' }).click();
  await expect(picture(page)).toHaveCount(0);
  await expect(nodeOnCanvas(page, 'loud')).toBeVisible();
  await expect(proposal(page)).toHaveAttribute('data-decision', 'accepted');
  await expect.poll(async () => (await readStored(page, id)).document.nodes.length).toBe(4);
  const stored = await readStored(page, id);
  expect(stored.document.nodes.find((node) => node.id === 'ask')?.config).toMatchObject({ value: '{{start.text}}' });

  await page
    .getByRole('button', { name: 'Undo: accept a proposal' })
    .or(page.getByRole('button', { name: 'Undo' }))
    .first()
    .click();
  await expect(nodeOnCanvas(page, 'loud')).toHaveCount(0);
  await expect.poll(async () => (await readStored(page, id)).document.edges.length).toBe(2);
});

test('hostile proposals are shown for what they are, and rejecting changes nothing', async ({ page }) => {
  script = [
    {
      summary: 'Tidies up',
      removeNodes: ['ask'],
      nodes: [
        { id: 'send', config: { url: 'https://evil.example.net/send' } },
        { id: 'magic', type: 'teleport', config: {} },
      ],
      connect: [
        { source: 'start', target: 'send' },
        { source: 'send', target: 'magic' },
      ],
    },
    'Tidied.',
  ];
  const id = await makeGuarded(page);
  const before = await readStored(page, id);
  await openEditor(page, id);
  await ask(page, 'Tidy up');
  const warnings = proposal(page).locator('[data-part="proposal-warnings"]');
  await expect(warnings.locator('[data-warning="approval-removed"]')).toContainText('ask');
  await expect(warnings.locator('[data-warning="approval-bypassed"]')).toContainText('send');
  await expect(warnings.locator('[data-warning="unknown-type"]')).toContainText('teleport');
  await expect(warnings.locator('[data-touches="hosts"]')).toContainText('evil.example.net');
  await expect(picture(page).locator('.react-flow__node.proposal-removed[data-id="ask"]')).toBeVisible();
  // The edge around the approval belongs to its removal.
  await change(page, 'ask').getByRole('checkbox').click();
  await expect(warnings.locator('[data-warning="approval-removed"]')).toHaveCount(0);
  await expect(warnings.locator('[data-warning="approval-bypassed"]')).toHaveCount(0);
  await expect(warnings.locator('[data-touches="hosts"]')).toContainText('evil.example.net');
  await change(page, 'send').getByRole('checkbox').click();
  await expect(warnings.locator('[data-touches="hosts"]')).toHaveCount(0);

  await proposal(page).getByRole('button', { name: 'Reject' }).click();
  await expect(picture(page)).toHaveCount(0);
  await expect(proposal(page)).toHaveAttribute('data-decision', 'rejected');
  const after = await readStored(page, id);
  expect({ revision: after.revision, document: after.document }).toEqual({
    revision: before.revision,
    document: before.document,
  });
});

test('it repairs a failed run that is shown, and the conversation stays while the panel is closed', async ({ page }) => {
  script = [
    { summary: 'Compares the flag', nodes: [{ id: 'check', config: { when: 'start.data.flag == "yes"' } }] },
    'It was no comparison.',
  ];
  const node = (id: string, type: string, config: object, y: number) => ({
    id,
    type,
    version: 1,
    label: '',
    config,
    position: { x: 0, y },
  });
  const edge = (source: string, target: string, sourceHandle = 'out') => ({
    id: `${source}-${target}`,
    source,
    sourceHandle,
    target,
    targetHandle: 'in',
  });
  const id = await saveWorkflow(page, {
    name: 'Broken',
    nodes: [
      node('start', 'start', { inputs: [{ name: 'data', type: 'json' }] }, 0),
      node('check', 'condition', { when: 'start.data.flag' }, 140),
      node('end', 'end', { outputs: { text: 'hi' } }, 280),
    ],
    edges: [edge('start', 'check'), edge('check', 'end', 'true')],
  });
  const run = await page.request.post(`/api/v1/workflows/${id}/runs`, { data: { inputs: { data: { flag: 'yes' } } } });
  const { runId, status } = (await run.json()) as { runId: string; status: string };
  expect(status).toBe('failed');
  await page.goto(`/workflows/${id}?run=${runId}`);
  await expect(page.locator('.react-flow__node[data-id="check"] .step[data-selected]')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'data' })).toHaveValue(/"flag": "yes"/);
  await page.getByRole('alert').getByRole('button', { name: 'Repair', exact: true }).click();
  await expect(change(page, 'check')).toContainText('start.data.flag == "yes"');
  expect(JSON.stringify(fake.requests.at(-1)?.body)).toContain('condition-not-boolean');
  await panel(page).getByRole('button', { name: 'Close the assistant' }).click();
  await expect(picture(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Assistant', exact: true }).click();
  await proposal(page).getByRole('button', { name: 'Show on the canvas' }).click();
  await proposal(page).getByRole('button', { name: 'Accept' }).click();
  await expect
    .poll(async () => (await readStored(page, id)).document.nodes.find((one) => one.id === 'check')?.config)
    .toMatchObject({ when: 'start.data.flag == "yes"' });
  const again = await page.request.post(`/api/v1/workflows/${id}/runs`, { data: { inputs: { data: { flag: 'yes' } } } });
  expect(((await again.json()) as { status: string }).status).toBe('succeeded');
});

test('the form of a node replaces the assistant', async ({ page }) => {
  await openEditor(page, await makeGuarded(page));
  await page.getByRole('button', { name: 'Assistant', exact: true }).click();
  await expect(panel(page)).toBeVisible();
  await nodeOnCanvas(page, 'send').click();
  await page.keyboard.press('Enter');
  await expect(panel(page)).toHaveCount(0);
  await expect(page.getByRole('tabpanel', { name: 'Config' })).toBeVisible();
});

test('a sentence on the start page is built by the model, node by node, and one undo takes it back', async ({ page }) => {
  script = [
    {
      summary: 'Asks before it sends',
      nodes: [
        { id: 'ask', type: 'approval', label: 'Ask Ada', config: { title: 'Send it?', value: '{{start.text}}' } },
        { id: 'end', type: 'end', config: { outputs: { text: '{{ask}}' } } },
      ],
      connect: [
        { source: 'start', target: 'ask' },
        { source: 'ask', sourceHandle: 'approved', target: 'end' },
      ],
    },
    'Ada is asked first.',
  ];
  await page.goto('/');
  const question = page.getByRole('textbox', { name: 'What should it do' });
  await question.fill('Ask Ada before a letter is sent');
  await page.keyboard.press('Control+Enter');
  await page.waitForURL('**/workflows/wf_*');
  await expect(panel(page)).toContainText('Ada is asked first.', { timeout: 20_000 });
  await expect(nodeOnCanvas(page, 'ask')).toContainText('Ask Ada');
  await expect(nodeOnCanvas(page, 'end')).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await expect
    .poll(async () => (await readStored(page, id)).document.nodes.map((one) => one.id).sort())
    .toEqual(['ask', 'end', 'start']);
  // Nothing was run.
  expect(((await (await page.request.get(`/api/v1/runs?workflowId=${id}`)).json()) as { items: [] }).items).toEqual([]);
  await page.getByRole('button', { name: /^Undo/ }).first().click();
  await expect(nodeOnCanvas(page, 'ask')).toHaveCount(0);
});

test('with the demo model alone it says that it needs a model', async ({ page }) => {
  await page.request.delete('/api/v1/models/scripted');
  await openEditor(page, await makeGuarded(page));
  await page.getByRole('button', { name: 'Assistant', exact: true }).click();
  await expect(panel(page)).toContainText('The assistant needs a model.');
  await expect(panel(page).getByRole('link', { name: 'Add a model' })).toHaveAttribute('href', '/models');
  await expect(panel(page).getByRole('textbox')).toHaveCount(0);
});

for (const { theme, language } of looks) {
  test(`is accessible and fits the window, ${theme}, ${language}`, async ({ page, context, baseURL }) => {
    script = [shout, 'I put a node before the approval.'];
    await set(context, baseURL, { theme, language });
    await openEditor(page, await makeGuarded(page));
    for (const width of [1440, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await overflowOf(page), `overflow at ${width}`).toBe(0);
    }
    await page.keyboard.press('ControlOrMeta+i');
    await expect(panel(page)).toBeVisible();
    await expectAccessible(page, 'empty', '[data-part="assistant"]');
    await panel(page).getByRole('textbox').fill('Shout it');
    await page.keyboard.press('Enter');
    await expect(proposal(page)).toBeVisible();
    await expectAccessible(page, 'proposal', '[data-part="assistant"]');
    expect(await outsideOf(page)).toEqual([]);
  });
}
