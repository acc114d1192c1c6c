import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { code, replaceCode, waitForCode } from './code-page.ts';
import { drag, middleOf, nodeOnCanvas, openEditor } from './editor-page.ts';
import { field, inspector, select, storedNode, type } from './inspector-page.ts';
import { edge, node, outsideOf, set } from './run-page.ts';
import { saveWorkflow } from './studio-page.ts';
import { test } from './watched-test.ts';

const answered = { status: 200, headers: {}, body: { customer: { tier: 'gold' }, lines: [{ sku: 'TEA-1' }] } };

/** A pinned HTTP node, and nodes that reference its output. */
const graph = {
  name: 'Order',
  nodes: [
    node('start', 'start', { inputs: [{ name: 'question', type: 'text', required: true }] }),
    node('fetch', 'http', { url: 'https://example.com' }, { pinned: answered }),
    node('answer', 'llm', { userPrompt: 'Tier: ' }),
    node('count', 'code', { code: 'return 1', inputs: { lines: '{{fetch.body.lines}}' } }),
    node('sort', 'switch', {
      cases: [
        { id: 'many', when: 'count == 1' },
        { id: 'few', when: 'count == 2' },
        { id: 'none', when: 'count == 3' },
      ],
    }),
    node('end', 'end', { outputs: { text: '{{answer.output}}' } }),
  ].map((made, index) => ({ ...made, position: { x: (index % 2) * 300, y: index * 90 } })),
  edges: [
    edge('start', 'fetch'),
    edge('fetch', 'answer'),
    edge('answer', 'count'),
    edge('count', 'sort'),
    edge('sort', 'end', 'many'),
  ],
};

const tree = (page: Page) => page.getByRole('tree', { name: 'Available values' });
const row = (page: Page, reference: string) => tree(page).locator(`[data-reference="${reference}"]`);

async function open(page: Page, nodeId: string): Promise<string> {
  const workflowId = await saveWorkflow(page, graph);
  await openEditor(page, workflowId);
  await select(page, nodeId);
  return workflowId;
}

async function openValues(page: Page, nodeId: string): Promise<string> {
  const workflowId = await open(page, nodeId);
  await inspector(page)
    .getByRole('button', { name: /^Available values/ })
    .click();
  await expect(tree(page)).toBeVisible();
  return workflowId;
}

/** Expands a row and its parents. */
async function unfold(page: Page, ...references: string[]) {
  for (const reference of references) {
    await expect(row(page, reference)).toBeVisible();
    if ((await row(page, reference).getAttribute('aria-expanded')) === 'false')
      await row(page, reference).locator('[data-part="toggle"]').click();
  }
}

test.describe('expressions', () => {
  test('functions are listed with examples, and a click writes a call whose value is to be replaced', async ({ page }) => {
    const workflowId = await openValues(page, 'answer');
    await inspector(page).getByRole('radio', { name: 'Functions' }).click();
    await inspector(page).getByRole('searchbox', { name: 'Search functions' }).fill('capital');
    const upper = inspector(page).getByRole('button', { name: 'text.upper()' });
    await expect(upper).toContainText('"Ada".upper() → "ADA"');
    const prompt = field(page, 'userPrompt').getByRole('textbox');
    await prompt.press('Control+End');
    await upper.click();
    await expect(prompt).toHaveValue('Tier: {{= text.upper() }}');
    await page.keyboard.type('fetch.status');
    await expect(prompt).toHaveValue('Tier: {{= fetch.status.upper() }}');
    await expect(inspector(page)).toContainText('upper(…) takes text, and got number');
    await prompt.fill('Tier: {{= text(fetch.status) }}');
    expect((await storedNode(page, workflowId, 'answer')).config.userPrompt).toBe('Tier: {{= text(fetch.status) }}');
    await expectAccessible(page, 'list of functions');
  });

  test('references and functions are completed in an expression', async ({ page }) => {
    await open(page, 'answer');
    const prompt = field(page, 'userPrompt').getByRole('textbox');
    const options = page.getByRole('listbox', { name: 'Values of earlier nodes' }).getByRole('option');
    await type(prompt, '{{= fetch.sta');
    await expect(options.first()).toContainText('fetch.status');
    await page.keyboard.press('Enter');
    await expect(prompt).toHaveValue('Tier: {{= fetch.status}}');
    // The functions are loaded by the first expression that is written.
    await expect(async () => {
      await prompt.fill('Tier: {{= start.question');
      await type(prompt, '.up');
      await expect(options).toHaveCount(1, { timeout: 500 });
    }).toPass();
    await expect(options).toContainText('start.question.upper(…)');
    await page.keyboard.press('Enter');
    await expect(prompt).toHaveValue('Tier: {{= start.question.upper()}}');
    await expect(inspector(page).getByRole('alert')).toHaveCount(0);
  });

  test('a condition is edited as rows, which write it', async ({ page }) => {
    const workflowId = await open(page, 'sort');
    const when = field(page, 'cases.0.when');
    await when.getByRole('button', { name: 'Rows' }).click();
    await expect(when.getByRole('textbox', { name: 'Value of When, row 1' })).toHaveValue('count');
    await when.getByRole('combobox').selectOption('is more than');
    await when.getByRole('button', { name: 'Add row' }).click();
    await when.getByRole('radio', { name: 'Any row' }).click();
    await when.getByRole('textbox', { name: 'Value of When, row 2' }).fill('start.question');
    await when.getByRole('combobox', { name: 'Operator of When, row 2' }).selectOption('contains');
    await when.getByRole('textbox', { name: 'Compared with in When, row 2' }).fill('12');
    await expectAccessible(page, 'condition as rows', '[data-field="cases.0.when"]');
    const stored = async () => (await storedNode(page, workflowId, 'sort')).config.cases as { when: string }[];
    expect((await stored())[0]?.when).toBe('count > 1 || start.question.contains("12")');
    await when.getByRole('button', { name: 'Text', exact: true }).click();
    await expect(when.getByRole('textbox')).toHaveCount(1);
    await when.getByRole('textbox').fill('(count > 1 || count < 0) && has(start.question)');
    await when.getByRole('button', { name: 'Rows' }).click();
    await expect(when).toContainText('This condition is edited as text');
  });
});

test.describe('values to use', () => {
  test('earlier nodes are listed with their last values, and a click inserts one at the caret', async ({ page }) => {
    await openValues(page, 'answer');
    await expect(tree(page).getByRole('treeitem', { level: 1 })).toHaveText([/fetch/, /start/]);
    await row(page, 'fetch').click();
    await expect(inspector(page)).toContainText('Click into a text field first');
    await unfold(page, 'fetch.body', 'fetch.body.customer');
    await expect(row(page, 'fetch.body.customer.tier')).toContainText('"gold"');
    const prompt = field(page, 'userPrompt').getByRole('textbox');
    await prompt.press('Control+End');
    await row(page, 'fetch.body.customer.tier').click();
    await expect(prompt).toHaveValue('Tier: {{fetch.body.customer.tier}}');
    await expect(prompt).toBeFocused();
    await expect(inspector(page).getByText('fetch.body.customer.tier inserted into Prompt')).toBeAttached();
    await prompt.press('Control+z');
    await expect(prompt).toHaveValue('Tier: ');
  });

  test('the keyboard moves through the tree, expands rows and inserts values', async ({ page }) => {
    await openValues(page, 'answer');
    const prompt = field(page, 'userPrompt').getByRole('textbox');
    await prompt.press('Control+End');
    await tree(page).focus();
    const active = async () => tree(page).getAttribute('aria-activedescendant');
    const isAt = async (reference: string) =>
      expect.poll(active).toBe((await row(page, reference).getAttribute('id')) ?? 'missing');
    await isAt('fetch');
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
    await isAt('fetch.body.customer.tier');
    await page.keyboard.press('ArrowLeft');
    await isAt('fetch.body.customer');
    await page.keyboard.press('End');
    await isAt('start');
    await page.keyboard.press('Enter');
    await expect(prompt).toHaveValue('Tier: {{start}}');
  });

  test('a search finds names and values', async ({ page }) => {
    await openValues(page, 'answer');
    const search = inspector(page).getByRole('searchbox', { name: 'Search names and values' });
    await search.fill('tea-');
    await expect(tree(page).getByRole('treeitem')).toHaveCount(1);
    await expect(row(page, 'fetch.body.lines[0].sku')).toContainText('"TEA-1"');
    await search.fill('nowhere');
    await expect(inspector(page)).toContainText('No name or value contains “nowhere”');
  });

  test('a value dragged into a template gets braces, and none in a condition', async ({ page }) => {
    const workflowId = await openValues(page, 'sort');
    await unfold(page, 'answer');
    const when = field(page, 'cases.0.when').getByRole('textbox');
    await when.fill('');
    await row(page, 'answer.llmCalls').dragTo(when);
    await expect(when).toHaveValue('answer.llmCalls');
    await select(page, 'answer');
    await unfold(page, 'fetch');
    const prompt = field(page, 'userPrompt').getByRole('textbox');
    await row(page, 'fetch.status').dragTo(prompt, { targetPosition: { x: 200, y: 12 } });
    await expect(prompt).toHaveValue('Tier: {{fetch.status}}');
    await expect(page.locator('body')).not.toHaveAttribute('data-carries-reference');
    expect((await storedNode(page, workflowId, 'answer')).config.userPrompt).toBe('Tier: {{fetch.status}}');
  });

  test('the large editor inserts them by click and by drag', async ({ page }) => {
    await open(page, 'answer');
    await field(page, 'userPrompt')
      .getByRole('button', { name: /in the large editor/ })
      .click();
    const dialog = page.getByRole('dialog');
    await waitForCode(dialog);
    await page.keyboard.press('Control+End');
    await unfold(page, 'fetch');
    await row(page, 'fetch.status').click();
    await expect(code(dialog)).toContainText('Tier: {{fetch.status}}');
    await row(page, 'fetch.headers').dragTo(code(dialog).locator('.view-lines'), { targetPosition: { x: 600, y: 10 } });
    await expect(code(dialog)).toContainText('Tier: {{fetch.status}}{{fetch.headers}}');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(field(page, 'userPrompt').getByRole('textbox')).toHaveValue('Tier: {{fetch.status}}{{fetch.headers}}');
  });

  test('a reference shows its last value, and a button fixes a wrong one', async ({ page }) => {
    const workflowId = await open(page, 'answer');
    const prompt = field(page, 'userPrompt').getByRole('textbox');
    await prompt.fill('{{fetch.body.customer}} {{fetch.boddy}}');
    await prompt.hover({ position: { x: 60, y: 12 } });
    await expect(page.getByRole('tooltip')).toContainText('{"tier":"gold"}');
    await page.mouse.move(0, 0);
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    await field(page, 'userPrompt').getByRole('button', { name: 'Replace with fetch.body' }).click();
    await expect(prompt).toHaveValue('{{fetch.body.customer}} {{fetch.body}}');
    await expect(field(page, 'userPrompt').getByRole('button', { name: /^Replace with/ })).toHaveCount(0);
    expect((await storedNode(page, workflowId, 'answer')).config.userPrompt).toBe('{{fetch.body.customer}} {{fetch.body}}');
  });
});

test.describe('order', () => {
  const titles = (page: Page) => field(page, 'cases').locator('ol > li > div:first-child > button[aria-expanded]');

  test('a case is dragged to another position by its handle, in one history step', async ({ page }) => {
    const workflowId = await open(page, 'sort');
    const handle = (number: number) => field(page, 'cases').getByRole('button', { name: `Order: entry ${number} of 3` });
    await titles(page).first().click();
    await expect(titles(page)).toHaveText([/^many/, /^few/, /^none/]);
    const last = await middleOf(handle(3));
    await drag(page, await middleOf(handle(1)), { x: last.x, y: last.y + 10 });
    await expect(titles(page)).toHaveText([/^few/, /^none/, /^many/]);
    const { cases } = (await storedNode(page, workflowId, 'sort')).config as { cases: { id: string }[] };
    expect(cases.map(({ id }) => id)).toEqual(['few', 'none', 'many']);
    await nodeOnCanvas(page, 'sort').press('Control+z');
    await expect(titles(page)).toHaveText([/^many/, /^few/, /^none/]);
  });

  test('Escape cancels the drag of a case', async ({ page }) => {
    await open(page, 'sort');
    const first = await middleOf(field(page, 'cases').getByRole('button', { name: 'Order: entry 1 of 3' }));
    await page.mouse.move(first.x, first.y);
    await page.mouse.down();
    await page.mouse.move(first.x, first.y + 300, { steps: 5 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(titles(page)).toHaveText([/^many/, /^few/, /^none/]);
  });

  test('the arrow keys move a case, announce it, and keep the focus on it', async ({ page }) => {
    await open(page, 'sort');
    await field(page, 'cases').getByRole('button', { name: 'Order: entry 3 of 3' }).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(titles(page)).toHaveText([/^many/, /^none/, /^few/]);
    await expect(field(page, 'cases').getByRole('status')).toHaveText('Entry 3 is now entry 2 of 3');
    await expect(field(page, 'cases').getByRole('button', { name: 'Order: entry 2 of 3' })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(titles(page)).toHaveText([/^none/, /^many/, /^few/]);
  });
});

test.describe('code', () => {
  test('is edited inline with completion of its inputs, and Tab leaves it after Escape', async ({ page }) => {
    const workflowId = await open(page, 'count');
    const place = field(page, 'code');
    await code(place).click({ timeout: 20_000 });
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('return inputs.');
    const suggestion = place.locator('.suggest-widget').getByRole('option', { name: /lines/ });
    await expect(suggestion).toBeVisible();
    await page.keyboard.press('Enter');
    await page.keyboard.type('.length');
    await expect.poll(async () => (await storedNode(page, workflowId, 'count')).config.code).toBe('return inputs.lines.length');
    await page.keyboard.press('Home');
    await page.keyboard.press('Tab');
    await expect.poll(async () => (await storedNode(page, workflowId, 'count')).config.code).toBe('  return inputs.lines.length');
    // Shortcuts of the page work from there.
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog').locator('input')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(code(place).locator('textarea')).toBeFocused();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('form', { name: 'Inputs' }).getByLabel('question')).toBeFocused();
    await code(place).click();
    await expect.poll(async () => (await storedNode(page, workflowId, 'count')).config.code).toBe('  return inputs.lines.length');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect(code(place).locator('textarea')).not.toBeFocused();
    // Typing without a pause is one history step, so their number depends on the speed of the machine.
    await expect(async () => {
      await nodeOnCanvas(page, 'count').press('Control+z');
      await expect(code(place)).not.toContainText('length', { timeout: 500 });
    }).toPass();
  });

  test('uses the theme of the page, also when it changes', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await open(page, 'count');
    await waitForCode(field(page, 'code'));
    const background = () =>
      field(page, 'code')
        .locator('.monaco-editor-background')
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    await expect.poll(background).toBe('rgb(255, 255, 255)');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(background).toBe('rgb(36, 37, 41)');
  });

  test('is loaded from this server only', async ({ page, baseURL }) => {
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(baseURL ?? '') && !/^(data|blob):/.test(request.url())) elsewhere.push(request.url());
    });
    await open(page, 'count');
    await inspector(page).getByRole('tab', { name: 'JSON' }).click();
    await expect(code(inspector(page))).toContainText('"inputs"', { timeout: 20_000 });
    expect(elsewhere).toEqual([]);
  });
});

test.describe('schemas', () => {
  test('are edited field by field, and as JSON', async ({ page }) => {
    const workflowId = await open(page, 'answer');
    const schema = field(page, 'outputSchema');
    await schema.getByRole('button', { name: 'Add fields' }).click();
    await expect(schema.getByRole('textbox', { name: 'Name of field 1' })).toBeFocused();
    await schema.getByRole('textbox', { name: 'Name of field 1' }).fill('tone');
    await schema.getByRole('button', { name: 'Description of tone' }).click();
    await schema.getByRole('textbox', { name: 'Description of tone' }).fill('How it sounds');
    await schema.getByRole('textbox', { name: 'Choices of tone' }).fill('plain, warm');
    await schema.getByRole('button', { name: 'Add a field' }).click();
    await schema.getByRole('textbox', { name: 'Name of field 2' }).fill('tone');
    await expect(schema).toContainText('“tone” already exists');
    await schema.getByRole('textbox', { name: 'Name of field 2' }).fill('parts');
    await schema.getByRole('combobox', { name: 'Type of parts' }).selectOption('List');
    await schema.getByRole('combobox', { name: 'Item type of parts' }).selectOption('Number');
    await schema.getByRole('button', { name: 'parts is required' }).click();
    const expected = {
      type: 'object',
      properties: {
        tone: { type: 'string', description: 'How it sounds', enum: ['plain', 'warm'] },
        parts: { type: 'array', items: { type: 'number' } },
      },
      additionalProperties: false,
      required: ['tone'],
    };
    await expect.poll(async () => (await storedNode(page, workflowId, 'answer')).config.outputSchema).toEqual(expected);
    await schema.getByRole('radio', { name: 'JSON' }).click();
    await expect(code(schema)).toContainText('"warm"', { timeout: 20_000 });
    await schema.getByRole('radio', { name: 'Fields' }).click();
    await schema.getByRole('button', { name: 'Remove parts' }).click();
    await expect(schema.getByRole('textbox', { name: /^Name of field/ })).toHaveCount(1);
  });

  test('that the form cannot express are shown as JSON and stay unchanged', async ({ page }) => {
    const outputSchema = { anyOf: [{ type: 'object', properties: { a: { type: 'string' } } }, { type: 'null' }] };
    const nodes = graph.nodes.map((made) =>
      made.id === 'answer' ? { ...made, config: { userPrompt: 'Why?', outputSchema } } : made,
    );
    const workflowId = await saveWorkflow(page, { ...graph, nodes });
    await openEditor(page, workflowId);
    await select(page, 'answer');
    await expect(code(field(page, 'outputSchema'))).toContainText('"anyOf"', { timeout: 20_000 });
    await expect(field(page, 'outputSchema')).toContainText('cannot be shown as fields');
    await field(page, 'userPrompt').getByRole('textbox').fill('Why not?');
    await expect
      .poll(async () => (await storedNode(page, workflowId, 'answer')).config)
      .toEqual({ userPrompt: 'Why not?', outputSchema });
  });
});

test.describe('a node', () => {
  const menu = async (page: Page, item: string) => {
    await inspector(page).getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  test('is run alone from its header, and pinned to its output', async ({ page }) => {
    const workflowId = await open(page, 'count');
    await inspector(page).getByRole('button', { name: 'Test node' }).click();
    await expect(inspector(page).locator('[data-test-result="succeeded"]')).toBeVisible({ timeout: 30_000 });
    await expect(inspector(page).getByRole('tab', { name: 'Input' })).toHaveAttribute('aria-selected', 'true');
    await select(page, 'fetch').catch(() => undefined);
    const pin = inspector(page).getByRole('button', { name: /^Pinned/ });
    await expect(pin).toHaveAttribute('aria-pressed', 'true');
    await pin.click();
    await expect(pin).toHaveCount(0);
    await expect.poll(async () => (await storedNode(page, workflowId, 'fetch')).options).toBeUndefined();
  });

  test('has a menu to rename its id, disable, copy, explain and delete it', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const workflowId = await open(page, 'answer');
    await menu(page, 'Rename id');
    await expect(inspector(page).getByRole('textbox', { name: 'Id' })).toBeFocused();
    await menu(page, 'Disable');
    await expect.poll(async () => (await storedNode(page, workflowId, 'answer')).options).toEqual({ disabled: true });
    await menu(page, 'Copy as JSON');
    await expect(inspector(page).getByText('Copied')).toBeAttached();
    const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as { id: string; position?: unknown };
    expect([copied.id, copied.position]).toEqual(['answer', undefined]);
    await menu(page, 'About LLM');
    await expect(inspector(page)).toContainText('sent back to the model once');
    await menu(page, 'Delete');
    await expect(nodeOnCanvas(page, 'answer')).toHaveCount(0);
  });

  test('is edited as JSON', async ({ page }) => {
    const workflowId = await open(page, 'answer');
    await inspector(page).getByRole('tab', { name: 'JSON' }).click();
    const write = (piece: object | string) =>
      replaceCode(page, inspector(page), typeof piece === 'string' ? piece : JSON.stringify(piece));
    const piece = { id: 'answer', type: 'llm', version: 1, label: 'Reply', config: { userPrompt: '{{fetch.boddy}}' } };
    await write('{"id": ');
    await expect(inspector(page)).toContainText('line 1 is not valid JSON');
    await write({ ...piece, id: 'other' });
    await expect(inspector(page)).toContainText('“id” cannot be changed here');
    await write(piece);
    await expect(inspector(page)).toContainText("Line 1: fetch has no field 'boddy'");
    expect(await storedNode(page, workflowId, 'answer')).toMatchObject({ label: 'Reply', config: piece.config });
    await expect(nodeOnCanvas(page, 'answer')).toContainText('Reply');
    await nodeOnCanvas(page, 'answer').press('Control+z');
    await expect(code(inspector(page))).toContainText('Tier: ');
  });
});

for (const theme of ['light', 'dark'])
  test(`code, schemas, values and JSON are accessible, ${theme}`, async ({ page, context, baseURL }) => {
    await set(context, baseURL, { theme });
    await openValues(page, 'count');
    await waitForCode(field(page, 'code'));
    await field(page, 'outputSchema').getByRole('button', { name: 'Add fields' }).click();
    await field(page, 'outputSchema').getByRole('button', { name: 'Description of field' }).click();
    await tree(page).focus();
    await expectAccessible(page, 'code and schema');
    await inspector(page).getByRole('tab', { name: 'JSON' }).click();
    await expect(code(inspector(page))).toContainText('"inputs"', { timeout: 20_000 });
    await expectAccessible(page, 'JSON of a node');
  });

test('the inspector fits a narrow window, in Chinese', async ({ page, context, baseURL }) => {
  await set(context, baseURL, { language: 'zh-CN' });
  await page.setViewportSize({ width: 1024, height: 768 });
  await open(page, 'count');
  await inspector(page)
    .getByRole('button', { name: /^可用的值/ })
    .click();
  await field(page, 'outputSchema').getByRole('button', { name: '描述字段' }).click();
  await waitForCode(field(page, 'code'));
  expect(await outsideOf(page)).toEqual([]);
  await field(page, 'code')
    .getByRole('button', { name: /大编辑器/ })
    .click();
  await expect(code(page.getByRole('dialog'))).toBeVisible();
  await page.keyboard.press('ControlOrMeta+f');
  await expect(page.getByRole('dialog').locator('.find-widget.visible').getByRole('textbox').first()).toHaveAttribute(
    'aria-label',
    '查找',
  );
});
