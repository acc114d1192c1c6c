import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { code, replaceCode } from './code-page.ts';
import { nodeOnCanvas, openEditor, readStored, waitForSave } from './editor-page.ts';
import { field, inspector, select, storedNode, type } from './inspector-page.ts';
import { pick } from './pick.ts';
import { edge, node, outsideOf, set } from './run-page.ts';
import { saveWorkflow } from './studio-page.ts';
import { test } from './watched-test.ts';

/** Start, an HTTP node, an LLM node that uses its response, a switch and end. */
const graph = {
  name: 'Question',
  nodes: [
    node('start', 'start', { inputs: [{ name: 'question', type: 'text', required: true }] }),
    node('fetch', 'http', { url: 'https://example.com' }),
    node('answer', 'llm', { userPrompt: 'Why?' }),
    node('sort', 'switch', { cases: [{ id: 'long', when: 'answer.llmCalls > 1' }] }),
    node('end', 'end', { outputs: { text: '{{answer.output}}' } }),
  ].map((made, index) => ({ ...made, position: { x: 0, y: index * 110 } })),
  edges: [edge('start', 'fetch'), edge('fetch', 'answer'), edge('answer', 'sort'), edge('sort', 'end', 'long')],
};

const list = (page: Page) => page.getByRole('listbox', { name: 'Values of earlier nodes' });
const options = (page: Page) => list(page).getByRole('option');

async function open(page: Page, nodeId?: string): Promise<string> {
  const workflowId = await saveWorkflow(page, graph);
  await openEditor(page, workflowId);
  if (nodeId !== undefined) await select(page, nodeId);
  return workflowId;
}

async function unfold(page: Page, title: string) {
  const heading = inspector(page).getByRole('button', { name: title });
  if ((await heading.getAttribute('aria-expanded')) === 'false') await heading.click();
}

test('typing {{ lists the references; keys move, choose and close the list', async ({ page }) => {
  const workflowId = await open(page, 'answer');
  const prompt = field(page, 'userPrompt').getByRole('textbox');
  await type(prompt, ' {{');
  await expect(options(page).first()).toHaveText(/^fetch/);
  await expect(options(page)).toContainText(['fetch.body', 'start.question', 'fetch.status', 'fetch.headers', 'fetch', 'start']);
  await prompt.press('ArrowDown');
  await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(prompt).toHaveAttribute('aria-activedescendant', (await options(page).nth(1).getAttribute('id')) ?? '');
  await prompt.press('ArrowUp');
  await prompt.press('ArrowUp');
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');
  await prompt.pressSequentially('quest');
  await expect(options(page)).toHaveCount(1);
  await prompt.press('Enter');
  await expect(prompt).toHaveValue('Why? {{start.question}}');
  await expect(list(page)).toHaveCount(0);
  await prompt.pressSequentially(' {{fe');
  await prompt.press('Escape');
  await expect(list(page)).toHaveCount(0);
  await expect(inspector(page).locator('[data-inspected="answer"]')).toBeVisible();
  await prompt.pressSequentially('tch.body}}');
  expect((await storedNode(page, workflowId, 'answer')).config.userPrompt).toBe('Why? {{start.question}} {{fetch.body}}');
});

test('a reference can be chosen by mouse, and undo reverts it', async ({ page }) => {
  await open(page, 'answer');
  const prompt = field(page, 'userPrompt').getByRole('textbox');
  await type(prompt, ' {{sta');
  await options(page).filter({ hasText: 'start.question' }).click();
  await expect(prompt).toHaveValue('Why? {{start.question}}');
  await expect(prompt).toBeFocused();
  await prompt.press('Control+z');
  await expect(prompt).not.toHaveValue(/question/);
});

test('Ctrl+Space completes a condition without braces', async ({ page }) => {
  await open(page, 'sort');
  const when = field(page, 'cases.0.when').getByRole('textbox');
  await type(when, ' && ');
  await expect(list(page)).toHaveCount(0);
  await when.press('Control+ ');
  await expect(options(page).first()).toHaveText(/^answer/);
  await when.pressSequentially('answer.output');
  await expect(list(page)).toHaveCount(0);
  await expect(when).toHaveValue('answer.llmCalls > 1 && answer.output');
});

test('the highlights behind a text stay aligned with its words, also when it scrolls', async ({ page }) => {
  await open(page, 'answer');
  const prompt = field(page, 'userPrompt').getByRole('textbox');
  const lines = Array.from(
    { length: 60 },
    (_, index) => `Line ${index} of a text that is long enough to be broken {{start.question}}`,
  );
  await prompt.fill(lines.join('\n'));
  const layer = field(page, 'userPrompt').locator('[aria-hidden="true"]').filter({ hasText: 'Line 0' });
  for (const top of [0, 400, 5000]) {
    await prompt.evaluate((element, scrollTop) => element.scrollTo({ top: scrollTop }), top);
    await expect
      .poll(() => layer.evaluate((element) => element.scrollTop))
      .toBe(await prompt.evaluate((element) => element.scrollTop));
  }
  const sizeOf = (locator: Locator) => locator.evaluate((element) => [element.scrollHeight, element.clientWidth]);
  const [height, width] = await sizeOf(prompt);
  expect(await sizeOf(layer)).toEqual([height, width]);
});

test('the preview names the references without a value', async ({ page }) => {
  await open(page, 'answer');
  const prompt = field(page, 'userPrompt');
  await type(prompt.getByRole('textbox'), ' {{start.question}}');
  await prompt.getByRole('button', { name: 'Preview' }).click();
  await expect(prompt).toContainText('1 reference has no value yet');
  await prompt.getByRole('button', { name: 'Preview' }).click();
  await expect(prompt.getByRole('textbox')).toHaveValue('Why? {{start.question}}');
});

test('a problem is shown under its field with a fix, and disappears when it is fixed', async ({ page }) => {
  await open(page, 'answer');
  const prompt = field(page, 'userPrompt');
  await prompt.getByRole('textbox').fill('{{fetch.boddy}}');
  await expect(prompt).toContainText("fetch has no field 'boddy'");
  await expect(prompt).toContainText('Did you mean fetch.body?');
  await expect(prompt.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
  await prompt.getByRole('textbox').fill('');
  await expect(prompt.getByRole('textbox')).toHaveAttribute('aria-invalid', 'false');
  await prompt.getByRole('textbox').blur();
  await expect(prompt).toContainText('Write a prompt');
  await prompt.getByRole('textbox').fill('{{fetch.body}}');
  await expect(prompt.getByRole('textbox')).toHaveAttribute('aria-invalid', 'false');
});

test('continuous typing is one history step, and a field shows the undone value', async ({ page }) => {
  await open(page, 'answer');
  const prompt = field(page, 'userPrompt').getByRole('textbox');
  await type(prompt, ' Because.');
  await nodeOnCanvas(page, 'answer').press('Control+z');
  await expect(prompt).toHaveValue('Why?');
});

test('renaming a node updates every reference to it', async ({ page }) => {
  const workflowId = await open(page, 'answer');
  const id = inspector(page).getByRole('textbox', { name: 'Id' });
  for (const [text, message] of [
    ['Reply', 'Start with a lowercase letter'],
    ['fetch', 'Another node has the id “fetch”'],
    ['for', 'is a reserved word of the expression language'],
  ] as const) {
    await id.fill(text);
    await expect(inspector(page).getByRole('alert')).toContainText(message);
    await id.press('Enter');
  }
  await id.press('Escape');
  await expect(id).toHaveValue('answer');
  await id.fill('reply');
  await id.press('Enter');
  await expect(inspector(page).locator('[data-inspected="reply"]')).toBeVisible();
  expect((await storedNode(page, workflowId, 'end')).config).toEqual({ outputs: { text: '{{reply.output}}' } });
});

test('the canvas shows the label', async ({ page }) => {
  const workflowId = await open(page, 'answer');
  await inspector(page).getByRole('textbox', { name: 'Name', exact: true }).fill('Think hard');
  await expect(nodeOnCanvas(page, 'answer')).toContainText('Think hard');
  expect((await storedNode(page, workflowId, 'answer')).label).toBe('Think hard');
});

test('invalid JSON is kept as typed, also after another node was selected', async ({ page }) => {
  const workflowId = await open(page, 'answer');
  const schema = field(page, 'outputSchema');
  await schema.getByRole('radio', { name: 'JSON' }).click();
  await replaceCode(page, schema, '{"type": "object",');
  await expect(schema).toContainText('Not applied: this is not valid JSON');
  await select(page, 'end');
  await select(page, 'answer');
  await expect(code(schema)).toContainText('{"type": "object",', { timeout: 20_000 });
  expect((await storedNode(page, workflowId, 'answer')).config).not.toHaveProperty('outputSchema');
  await replaceCode(page, schema, '{"type": "object"}');
  await expect.poll(async () => (await storedNode(page, workflowId, 'answer')).config.outputSchema).toEqual({ type: 'object' });
});

test('fields of every kind are set and cleared', async ({ page }) => {
  const workflowId = await open(page, 'answer');
  await unfold(page, 'Advanced');
  await field(page, 'temperature').getByRole('textbox').fill('0.2');
  await field(page, 'stream').getByRole('combobox').selectOption('No');
  await field(page, 'toolMode').getByRole('radio', { name: 'required' }).click();
  await pick(page, field(page, 'availableTools').getByRole('combobox'), 'read_url');
  await page.keyboard.press('Escape');
  await field(page, 'fallbackModels').getByRole('button', { name: 'Add to Fallback models' }).click();
  await field(page, 'fallbackModels').getByRole('textbox').fill('other/model');
  await expect
    .poll(async () => (await storedNode(page, workflowId, 'answer')).config)
    .toEqual({
      userPrompt: 'Why?',
      temperature: 0.2,
      stream: false,
      toolMode: 'required',
      availableTools: ['read_url'],
      fallbackModels: ['other/model'],
    });
  await expect(field(page, 'availableTools')).toContainText('read-only');
  for (const title of ['Clear Temperature', 'Stream back', 'Tool mode back', 'Tools back', 'Fallback models back'])
    await inspector(page).getByRole('button', { name: title }).click();
  await expect.poll(async () => (await storedNode(page, workflowId, 'answer')).config).toEqual({ userPrompt: 'Why?' });
});

test('an invalid number shows an error and is not saved', async ({ page }) => {
  const workflowId = await open(page, 'fetch');
  await unfold(page, 'Advanced');
  const limit = field(page, 'timeoutMs');
  await limit.getByRole('textbox').fill('soon');
  await expect(limit).toContainText('“soon” is not a duration');
  await limit.getByRole('textbox').fill('1 m 30 s');
  await expect.poll(async () => (await storedNode(page, workflowId, 'fetch')).config.timeoutMs).toBe(90_000);
});

test('a field is shown while the field it depends on has the required value', async ({ page }) => {
  await open(page, 'fetch');
  await field(page, 'method').getByRole('combobox').selectOption('HEAD');
  await expect(field(page, 'body')).toHaveCount(0);
  await field(page, 'method').getByRole('combobox').selectOption('POST');
  await expect(field(page, 'body')).toBeVisible();
});

test('values by name keep their types, and names are checked', async ({ page }) => {
  const workflowId = await open(page, 'end');
  const outputs = field(page, 'outputs');
  await outputs.getByRole('button', { name: 'Add to Outputs' }).click();
  await expect(outputs.getByRole('textbox', { name: 'Name 2' })).toBeFocused();
  await outputs.getByRole('textbox', { name: 'Name 2' }).fill('text');
  await expect(outputs).toContainText('“text” already exists');
  await outputs.getByRole('textbox', { name: 'Name 2' }).fill('count');
  await outputs.getByRole('textbox', { name: 'Value of count' }).fill('3');
  await outputs.getByRole('button', { name: 'Add to Outputs' }).click();
  await outputs.getByRole('textbox', { name: 'Value of value' }).fill('{"deep": ["{{start.question}}"]}');
  await outputs.getByRole('button', { name: 'Remove text' }).click();
  await expect
    .poll(async () => (await storedNode(page, workflowId, 'end')).config)
    .toEqual({ outputs: { count: 3, value: { deep: ['{{start.question}}'] } } });
});

test('inputs of a run are declared, ordered and removed', async ({ page }) => {
  const workflowId = await open(page, 'start');
  const inputs = field(page, 'inputs');
  await inputs.getByRole('button', { name: 'Add an input' }).click();
  await field(page, 'inputs.1.name').getByRole('textbox').fill('tone');
  await field(page, 'inputs.1.type').getByRole('combobox').selectOption('select');
  await field(page, 'inputs.1.options').getByRole('button', { name: 'Add to Options' }).click();
  await field(page, 'inputs.1.options').getByRole('textbox').fill('plain');
  await expect(field(page, 'inputs.1.required').getByRole('checkbox')).toBeChecked();
  await inputs.getByRole('button', { name: 'Move entry 2 up' }).click();
  await expect
    .poll(async () => (await storedNode(page, workflowId, 'start')).config.inputs)
    .toEqual([
      { name: 'tone', type: 'select', options: ['plain'], required: true },
      { name: 'question', type: 'text', required: true },
    ]);
  // The moved input is still open, and its list of options has such a button, too.
  await inputs.getByRole('button', { name: 'Remove entry 1' }).first().click();
  await expect(inputs.getByRole('button', { name: /^question/ })).toBeVisible();
  await expect(inputs.getByRole('button', { name: /^tone/ })).toHaveCount(0);
});

test('edges follow a case to its new id, and are removed with it', async ({ page }) => {
  const workflowId = await open(page, 'sort');
  await field(page, 'cases.0.id').getByRole('textbox').fill('huge');
  const handles = async () => {
    await waitForSave(page, 'saved');
    const { document } = await readStored(page, workflowId);
    return (document.edges as unknown as { source: string; sourceHandle: string }[])
      .filter(({ source }) => source === 'sort')
      .map(({ sourceHandle }) => sourceHandle);
  };
  await expect.poll(handles).toEqual(['huge']);
  await field(page, 'cases').getByRole('button', { name: 'Add a case' }).click();
  await expect(field(page, 'cases.1.title').getByRole('textbox')).toBeFocused();
  await field(page, 'cases').getByRole('button', { name: 'Remove entry 1' }).click();
  await expect.poll(handles).toEqual([]);
});

test('a tool shows its permissions and its parameters', async ({ page }) => {
  const workflowId = await saveWorkflow(page, {
    name: 'Read',
    nodes: [node('start', 'start', {}), node('call', 'tool-call', { toolName: 'web_search' })].map((made, index) => ({
      ...made,
      position: { x: 0, y: index * 110 },
    })),
    edges: [edge('start', 'call')],
  });
  await openEditor(page, workflowId);
  await select(page, 'call');
  await expect(field(page, 'toolName')).toContainText('cannot be called: No search provider is configured');
  await pick(page, field(page, 'toolName').getByRole('combobox'), 'read_url');
  await expect(field(page, 'toolName')).toContainText('read-only');
  await field(page, 'parameters')
    .getByRole('button', { name: /url required/ })
    .click();
  await expect(field(page, 'parameters').getByRole('textbox', { name: 'Value of url' })).toBeFocused();
  await page.keyboard.type('https://example.com');
  await expect
    .poll(async () => (await storedNode(page, workflowId, 'call')).config)
    .toEqual({ toolName: 'read_url', parameters: { url: 'https://example.com' } });
});

test('retries, errors and notes are options of every node', async ({ page }) => {
  const workflowId = await open(page, 'fetch');
  await unfold(page, 'Retries, errors and notes');
  await inspector(page).getByRole('combobox', { name: 'Retry' }).selectOption('Retry on failure');
  await field(page, 'retry.attempts').getByRole('textbox').fill('99');
  await expect(field(page, 'retry.attempts')).toContainText('at most 20');
  await field(page, 'retry.attempts').getByRole('textbox').fill('5');
  await field(page, 'onError').getByRole('combobox').selectOption('Continue with a value');
  await field(page, 'onError.continue').getByRole('textbox').fill('{"body": null}');
  await field(page, 'disabled').getByRole('checkbox').click();
  await field(page, 'notes').getByRole('textbox').fill('Ask Mara.');
  await expect
    .poll(async () => (await storedNode(page, workflowId, 'fetch')).options)
    .toEqual({
      retry: { attempts: 5, delayMs: 1000, factor: 2, on: 'retryable' },
      onError: { continue: { body: null } },
      disabled: true,
      notes: 'Ask Mara.',
    });
});

test('without a selection the inspector shows the description and limits of the workflow', async ({ page }) => {
  const workflowId = await open(page);
  await field(page, 'name').getByRole('textbox').fill('');
  await expect(field(page, 'name')).toContainText('This cannot be empty');
  await field(page, 'name').getByRole('textbox').fill('Answers');
  await field(page, 'description').getByRole('textbox').fill('Answers questions.');
  await unfold(page, 'Limits');
  await field(page, 'settings.limits.maxDurationMs').getByRole('textbox').fill('10 m');
  await unfold(page, 'Long-term memory');
  await field(page, 'settings.memory.enabled').getByRole('checkbox').click();
  await field(page, 'settings.memory.keepDays').getByRole('textbox').fill('30');
  await expect
    .poll(async () => {
      await waitForSave(page, 'saved');
      return (await readStored(page, workflowId)).document;
    })
    .toMatchObject({
      name: 'Answers',
      description: 'Answers questions.',
      settings: { limits: { maxDurationMs: 600_000 }, memory: { enabled: true, keepDays: 30 } },
    });
});

test('several selected nodes are counted, duplicated and deleted together', async ({ page }) => {
  await open(page, 'fetch');
  await nodeOnCanvas(page, 'answer').click({ position: { x: 60, y: 10 }, modifiers: ['Shift'] });
  await expect(inspector(page)).toContainText('2 nodes selected');
  await inspector(page).getByRole('button', { name: 'Duplicate' }).click();
  await expect(page.locator('.react-flow__node')).toHaveCount(7);
  await inspector(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.locator('.react-flow__node')).toHaveCount(5);
});

test('node types and their fields are described in the language of the page', async ({ page, context, baseURL }) => {
  await set(context, baseURL, { language: 'zh-CN' });
  await open(page, 'answer');
  await inspector(page).getByRole('button', { name: '此节点的更多操作' }).click();
  await page.getByRole('menuitem', { name: '关于“大模型”' }).click();
  await expect(inspector(page)).toContainText('依次询问备用模型');
  await expect(field(page, 'userPrompt')).toContainText('用户消息');
  expect(await outsideOf(page)).toEqual([]);
});

for (const theme of ['light', 'dark'])
  test(`every form is accessible, ${theme}`, async ({ page, context, baseURL }) => {
    // axe checks seven complete forms.
    test.slow();
    await set(context, baseURL, { theme });
    await open(page);
    await unfold(page, 'Limits');
    await expectAccessible(page, 'workflow');
    for (const nodeId of ['start', 'fetch', 'answer', 'sort', 'end']) {
      await select(page, nodeId);
      for (
        const folded = inspector(page).locator('button[aria-expanded="false"]:not([aria-haspopup])');
        (await folded.count()) > 0;
      )
        await folded.first().click();
      await expectAccessible(page, nodeId, '#inspector');
    }
    await type(field(page, 'outputs').getByRole('textbox', { name: 'Value of text' }), ' {{');
    await expect(list(page)).toBeVisible();
    await expectAccessible(page, 'completion');
  });
