import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Locator, type Page } from '@playwright/test';
import { readStored, waitForEditor, waitForSave } from './editor-page.ts';
import { field, inspector } from './inspector-page.ts';
import { test } from './watched-test.ts';

const MOUSE_ACTIONS_MAX = 30;
const KEYSTROKES_MAX = 40;

let server: Server;
let host: string;
const received: string[] = [];
test.beforeAll(async () => {
  server = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`);
    response.setHeader('content-type', 'application/json').end('{"ticket":{"id":"T-7"}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
test.afterAll(() => server.close());

const allowedHost = () => `/api/v1/settings/http/allowed-hosts/${encodeURIComponent(host)}`;
test.beforeEach(async ({ page }) => {
  received.length = 0;
  await page.request.put(allowedHost());
  await page.goto('/');
  await page.getByRole('button', { name: 'Empty workflow' }).click();
  await page.waitForURL('**/workflows/**');
  await waitForEditor(page);
  await noteErrorMarks(page);
});
test.afterEach(async ({ page }) => {
  await page.request.delete(allowedHost());
});

const dock = (page: Page) => page.locator('section[data-run-status]');

/** Keeps the texts of all error marks that nodes get, however short they are shown. */
async function noteErrorMarks(page: Page) {
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { errorMarks: seen });
    const look = () => {
      for (const mark of document.querySelectorAll('.react-flow__node [data-part="problem-mark"][aria-label="error"]')) {
        const node = mark.closest<HTMLElement>('.react-flow__node')?.dataset.id ?? '';
        if (!seen.includes(node)) seen.push(node);
      }
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
}

const errorMarks = (page: Page) => page.evaluate(() => (window as unknown as { errorMarks: string[] }).errorMarks);

/** Acts as a person does, and counts. Typed texts are free. */
class Hand {
  readonly page: Page;
  actions = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async click(locator: Locator): Promise<void> {
    this.actions += 1;
    await locator.click();
  }

  /** Opens a list of choices and clicks one. */
  async choose(locator: Locator, label: string): Promise<void> {
    this.actions += 2;
    await locator.selectOption({ label });
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.actions += 1;
      await this.page.keyboard.press(key);
    }
  }

  /** Into the field that has the focus, which has to be this one. */
  async type(where: Locator, text: string): Promise<void> {
    await expect(where).toBeFocused();
    await this.page.keyboard.insertText(text);
  }
}

const urgentTicket = {
  prompt: 'Is this urgent? {{start.message}}',
  condition: 'llm.output.urgent',
  question: 'Open a ticket?',
  code: 'return "Ticket " + inputs.id;',
  id: '{{http.body.ticket.id}}',
  outcome: '{{code}}',
};

const control = (page: Page, path: string) => field(page, path).locator('textarea, input, select').first();
const row = (page: Page, path: string, part: 'Name' | 'Value') => field(page, path).getByRole('textbox', { name: part }).first();

const edges = [
  'approval-approved-http',
  'approval-rejected-end_2',
  'code-end',
  'condition-false-end_2',
  'condition-true-approval',
  'http-code',
  'llm-condition',
  'start-llm',
];

async function expectTriage(page: Page, hand: Hand, max: number) {
  await expect(dock(page)).toHaveAttribute('data-run-status', 'succeeded', { timeout: 30_000 });
  await waitForSave(page, 'saved');
  const { document } = await readStored(page, new URL(page.url()).pathname.split('/').at(-1) ?? '');
  expect(document.edges.map(({ id }) => id).toSorted()).toEqual(edges);
  expect(received).toEqual(['POST /tickets?text=Kettle']);
  expect(await errorMarks(page)).toEqual([]);
  console.log(`${hand.actions} actions, of at most ${max}`);
  expect(hand.actions).toBeLessThanOrEqual(max);
}

test('the triage is built and run with at most 30 actions of the mouse', async ({ page }) => {
  const hand = new Hand(page);
  const add = async (type: string, nodeId: string) => {
    await hand.click(page.locator(`[data-node-type="${type}"]`));
    await expect(inspector(page).locator(`[data-inspected="${nodeId}"]`)).toBeVisible();
  };
  await hand.click(field(page, 'inputs').getByRole('button', { name: 'Add an input' }));
  await hand.type(control(page, 'inputs.0.name'), 'message');

  await add('llm', 'llm');
  await hand.type(control(page, 'userPrompt'), urgentTicket.prompt);
  await hand.click(field(page, 'outputSchema').getByRole('button', { name: 'Add fields' }));
  await hand.type(field(page, 'outputSchema').getByRole('textbox', { name: 'Name of field 1' }), 'urgent');
  await hand.choose(field(page, 'outputSchema').getByRole('combobox'), 'Boolean');

  await add('condition', 'condition');
  await hand.type(control(page, 'when'), urgentTicket.condition);
  await add('approval', 'approval');
  await hand.type(control(page, 'title'), urgentTicket.question);

  await add('http', 'http');
  await hand.type(control(page, 'url'), `http://${host}/tickets?text={{start.message}}`);
  await hand.choose(field(page, 'method').getByRole('combobox'), 'POST');

  await add('code', 'code');
  await hand.type(field(page, 'code').getByRole('textbox', { name: 'Code' }), urgentTicket.code);
  await hand.click(field(page, 'inputs').getByRole('button', { name: /^Add/ }));
  await hand.type(row(page, 'inputs', 'Name'), 'id');
  await hand.click(row(page, 'inputs', 'Value'));
  await hand.type(row(page, 'inputs', 'Value'), urgentTicket.id);

  await add('end', 'end');
  await hand.click(field(page, 'outputs').getByRole('button', { name: /^Add/ }));
  await hand.type(row(page, 'outputs', 'Name'), 'outcome');
  await hand.click(row(page, 'outputs', 'Value'));
  await hand.type(row(page, 'outputs', 'Value'), urgentTicket.outcome);
  await add('end', 'end_2');
  await hand.click(field(page, 'outputs').getByRole('button', { name: /^Add/ }));
  await hand.type(row(page, 'outputs', 'Name'), 'note');
  await hand.click(row(page, 'outputs', 'Value'));
  await hand.type(row(page, 'outputs', 'Value'), 'No ticket was opened');

  await hand.click(dock(page).getByLabel('message'));
  await hand.type(dock(page).getByLabel('message'), 'Kettle');
  await hand.click(page.locator('[data-tour="run"]'));
  await hand.click(dock(page).getByRole('button', { name: 'Approve' }));
  await expectTriage(page, hand, MOUSE_ACTIONS_MAX);
});

test('the triage is built and run with at most 40 keystrokes', async ({ page }) => {
  const hand = new Hand(page);
  const search = page.getByRole('combobox', { name: 'Find a node' });
  const addOutput = field(page, 'outputs').getByRole('button', { name: 'Add to Outputs' });
  const add = async (word: string, nodeId: string) => {
    await hand.press('F4');
    await hand.type(search, word);
    await hand.press('Shift+Enter');
    await expect(inspector(page).locator(`[data-inspected="${nodeId}"]`)).toBeVisible();
  };
  await expect(field(page, 'inputs').getByRole('button', { name: 'Add an input' })).toBeFocused();
  await hand.press('Enter');
  await hand.type(control(page, 'inputs.0.name'), 'message');

  await add('llm', 'llm');
  await hand.type(control(page, 'userPrompt'), urgentTicket.prompt);
  await hand.press('Tab', 'Tab', 'Tab', 'Tab', 'Enter');
  await hand.type(field(page, 'outputSchema').getByRole('textbox', { name: 'Name of field 1' }), 'urgent');
  await hand.press('Tab', 'b');
  await expect(field(page, 'outputSchema').getByRole('combobox')).toHaveValue('boolean');

  await add('condition', 'condition');
  await hand.type(control(page, 'when'), urgentTicket.condition);
  await add('approval', 'approval');
  await hand.type(control(page, 'title'), urgentTicket.question);

  await add('http', 'http');
  await hand.type(control(page, 'url'), `http://${host}/tickets?text={{start.message}}`);
  await hand.press('Shift+Tab', 'p');
  await expect(field(page, 'method').getByRole('combobox')).toHaveValue('POST');

  await add('code', 'code');
  await hand.type(field(page, 'code').getByRole('textbox', { name: 'Code' }), urgentTicket.code);
  await expect(field(page, 'code').locator('[data-code-editor]')).toContainText(urgentTicket.code);
  await hand.press('Escape', 'Tab', 'Enter');
  await hand.type(row(page, 'inputs', 'Name'), 'id');
  await hand.press('Tab');
  await hand.type(row(page, 'inputs', 'Value'), urgentTicket.id);

  await add('end', 'end');
  await expect(addOutput).toBeFocused();
  await hand.press('Enter');
  await hand.type(row(page, 'outputs', 'Name'), 'outcome');
  await hand.press('Tab');
  await hand.type(row(page, 'outputs', 'Value'), urgentTicket.outcome);
  await add('end', 'end_2');
  await expect(addOutput).toBeFocused();
  await hand.press('Enter');
  await hand.type(row(page, 'outputs', 'Name'), 'note');
  await hand.press('Tab');
  await hand.type(row(page, 'outputs', 'Value'), 'No ticket was opened');
  await hand.press('Control+Enter');
  await hand.type(dock(page).getByLabel('message'), 'Kettle');
  await hand.press('Control+Enter');
  await expect(dock(page)).toHaveAttribute('data-run-status', 'waiting', { timeout: 30_000 });
  await hand.press('Control+Shift+Enter');
  await expect(dock(page).getByRole('button', { name: 'Approve' })).toBeFocused();
  await hand.press('Enter');
  await expectTriage(page, hand, KEYSTROKES_MAX);
});
