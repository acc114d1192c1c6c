import { expect, type Page, type Request } from '@playwright/test';
import { expectAccessible, looks } from './accessibility.ts';
import { edge, node, outsideOf, overflowOf, set } from './run-page.ts';
import { documentOf } from './studio-page.ts';
import { test } from './watched-test.ts';

const counting = {
  name: 'Counting',
  nodes: [
    node('start', 'start', {
      inputs: [{ name: 'message', type: 'text', required: true }],
      opening: 'I count.',
      suggestions: ['First'],
    }),
    node('keep', 'set', { target: 'session', values: { count: 1 }, operations: { count: 'add' } }),
    node('end', 'end', { outputs: { answer: '{{start.message}} is number {{keep.count}}' } }),
  ],
  edges: [edge('start', 'keep'), edge('keep', 'end')],
};

async function saveCounting(page: Page): Promise<string> {
  const settings = { session: { variables: [{ name: 'count', type: 'number' }] } };
  const answer = await page.request.post('/api/v1/workflows', { data: { ...documentOf(counting), settings } });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

const message = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
const turns = (page: Page) => page.locator('[data-turn]');

async function send(page: Page, text: string) {
  await message(page).fill(text);
  await message(page).press('Enter');
}

test('a chat with a draft remembers, branches, and is renamed, forked and deleted', async ({ page }) => {
  const id = await saveCounting(page);
  await page.goto(`/sessions?workflow=${id}`);
  await expect(page.getByText('I count.')).toBeVisible();
  await page.getByRole('button', { name: 'First' }).click();
  await expect(turns(page).first()).toContainText('First is number 1');
  await send(page, 'Second');
  await expect(turns(page).nth(1)).toContainText('Second is number 2');

  await turns(page).nth(1).getByRole('button', { name: 'Edit your question' }).click();
  await turns(page).nth(1).getByRole('textbox').fill('Other');
  await turns(page).nth(1).getByRole('button', { name: 'Send' }).click();
  await expect(turns(page).nth(1)).toContainText('Other is number 2');
  await expect(turns(page).nth(1)).toContainText('2 of 2');
  await turns(page).nth(1).getByRole('button', { name: 'Previous attempt' }).click();
  await expect(turns(page).nth(1)).toContainText('Second is number 2');
  await send(page, 'Third');
  await expect(turns(page).nth(2)).toContainText('Third is number 3');

  await page.reload();
  await page.locator('[data-session]').first().click();
  await expect(turns(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Numbers');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Numbers' })).toBeVisible();

  await turns(page).first().getByRole('button', { name: 'Fork after this turn' }).click();
  await expect(page.locator('[data-session]')).toHaveCount(2);
  await expect(turns(page)).toHaveCount(1);
  await send(page, 'Fork');
  await expect(turns(page).nth(1)).toContainText('Fork is number 2');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.locator('[data-session]')).toHaveCount(1);
});

test('a chat keeps what is stored when its log cannot be read, and what was typed when it cannot be sent', async ({
  page,
  watch,
}) => {
  watch.expectProblem(/403|ERR_FAILED/);
  const id = await saveCounting(page);
  await page.goto(`/sessions?workflow=${id}`);
  await page.getByRole('button', { name: 'First' }).click();
  await expect(turns(page).first()).toContainText('First is number 1');
  await page.waitForURL(/session=/);
  const error = { code: 'forbidden', message: 'Not now', requestId: 'req_1' };
  await page.route('**/events?*', (route) => route.fulfill({ status: 403, json: { error } }));
  await page.reload();
  await expect(page.getByText('The answer cannot be read at the moment.')).toBeVisible();
  await expect(turns(page).first()).toContainText('First is number 1');
  await expect(page.locator('[data-turn-status="succeeded"]')).toHaveCount(1);
  await page.unroute('**/events?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The answer cannot be read at the moment.')).toHaveCount(0);

  const isRefused = Promise.withResolvers<void>();
  await page.route('**/workflows/*/runs', async (route) => {
    await isRefused.promise;
    await route.abort();
  });
  await send(page, 'Second');
  await expect(message(page)).toHaveValue('');
  await message(page).fill('Third');
  isRefused.resolve();
  await expect(page.getByText(/^Not sent: /)).toBeVisible();
  await expect(message(page)).toHaveValue('Second\nThird');
  const edit = turns(page).first().getByRole('textbox', { name: 'Edit your question' });
  await turns(page).first().getByRole('button', { name: 'Edit your question' }).click();
  await edit.fill('Other');
  await turns(page).first().getByRole('button', { name: 'Send' }).click();
  await expect(turns(page).first().getByRole('button', { name: 'Send' })).toBeEnabled();
  await expect(edit).toHaveValue('Other');
  await page.unroute('**/workflows/*/runs');
  await turns(page).first().getByRole('button', { name: 'Send' }).click();
  await expect(turns(page).first()).toContainText('Other is number 1');
});

test('of two sessions that are opened one after the other, the last one is shown, and a search lasts', async ({ page }) => {
  const id = await saveCounting(page);
  await page.goto(`/sessions?workflow=${id}`);
  await page.getByRole('button', { name: 'First' }).click();
  await expect(turns(page).first()).toContainText('First is number 1');
  await page.getByRole('button', { name: 'New session' }).click();
  await send(page, 'Again');
  await expect(turns(page).first()).toContainText('Again is number 1');
  const listed = (title: string) => page.locator('[data-session]').filter({ hasText: title });
  await expect(listed('Again')).toHaveAttribute('aria-current', 'true');
  const slowId = await listed('First').getAttribute('data-session');
  const cancelled = page.waitForEvent('requestfailed', (request) => request.url().endsWith(`/sessions/${slowId}`));
  const isShown = Promise.withResolvers<void>();
  await page.route(`**/api/v1/sessions/${slowId}`, async (route) => {
    await isShown.promise;
    await route.abort();
  });
  await listed('First').click();
  await page.waitForURL(new RegExp(`session=${slowId}`));
  await listed('Again').click();
  await cancelled;
  isShown.resolve();
  await expect(listed('Again')).toHaveAttribute('aria-current', 'true');
  await expect(turns(page).first()).toContainText('Again is number 1');
  await page.getByRole('searchbox').fill('Again');
  await page.getByRole('searchbox').press('Enter');
  await expect(page.locator('[data-session]')).toHaveCount(1);
  await send(page, 'More');
  await expect(turns(page).nth(1)).toContainText('More is number 2');
  await expect(listed('Again')).toContainText('2 turns');
  await expect(page.locator('[data-session]')).toHaveCount(1);
});

const reading = {
  name: 'Reading',
  nodes: [
    node('start', 'start', {
      inputs: [
        { name: 'message', type: 'text', required: true },
        { name: 'first', type: 'file' },
        { name: 'second', type: 'file' },
      ],
    }),
    node('end', 'end', { outputs: { answer: '{{start.message}}: {{start.first.name}}, {{start.second.name}}' } }),
  ],
  edges: [edge('start', 'end')],
};

test('files of a message are uploaded with their progress, can be removed meanwhile, and are pasted and dropped', async ({
  page,
}) => {
  const saved = await page.request.post('/api/v1/workflows', { data: documentOf(reading) });
  await page.goto(`/sessions?workflow=${((await saved.json()) as { id: string }).id}`);
  const uploads = '**/api/v1/files?**';
  await page.route(uploads, () => {});
  const isUpload = (request: Request) => request.url().includes('/api/v1/files?');
  const begun = page.waitForRequest(isUpload);
  const ended = page.waitForEvent('requestfailed', isUpload);
  // Until the page is interactive, a choice is lost.
  await expect(page.locator('[inert]')).toHaveCount(0);
  await page
    .getByLabel('Attach a file')
    .first()
    .setInputFiles({ name: 'long.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello') });
  await expect(page.getByRole('progressbar', { name: 'Upload of long.txt' })).toBeVisible();
  await message(page).fill('Read');
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled();
  await begun;
  await page.getByRole('button', { name: 'Remove long.txt' }).click();
  await ended;
  await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled();
  await page.unroute(uploads);

  await message(page).evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(['picture'], 'screen.png', { type: 'image/png' }));
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(page.getByRole('button', { name: 'Remove screen.png' })).toBeVisible();
  const notes = 'notes of a meeting with a name that is wider than a phone.md';
  const dropped = await page.evaluateHandle((notes) => {
    const transfer = new DataTransfer();
    for (const name of [notes, 'more.md']) transfer.items.add(new File([name], name));
    return transfer;
  }, notes);
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await conversation.dispatchEvent('dragover', { dataTransfer: dropped });
  await expect(page.getByText('Drop files to attach them')).toBeVisible();
  await conversation.dispatchEvent('drop', { dataTransfer: dropped });
  await expect(page.getByRole('button', { name: `Remove ${notes}` })).toBeVisible();
  await expect(page.getByText('2 files a message')).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 800 });
  // The files are a strip that scrolls, in a page that does not.
  expect(await overflowOf(page)).toBe(0);
  await message(page).press('Enter');
  const turn = turns(page).first();
  await expect(turn).toContainText('Read: ');
  // A name that is taken gets a number. The message shows the one that the workflow reads.
  const names = await turn.getByRole('list', { name: 'Attached files' }).getByRole('listitem').allTextContents();
  expect(names).toEqual([expect.stringMatching(/^screen( \(\d+\))?\.png$/), expect.stringMatching(/^notes of a meeting/)]);
  await expect(turn).toContainText(`Read: ${names.join(', ')}`);
});

test('a chat with a draft begins with a chosen skill, in the studio and in the editor', async ({ page }) => {
  const answering = {
    name: 'Answering',
    nodes: [
      node('start', 'start', { inputs: [{ name: 'message', type: 'text', required: true }] }),
      node('write', 'llm', { userPrompt: '{{start.message}}', conversationScope: 'session', skillMode: 'auto' }),
      node('end', 'end', { outputs: { answer: '{{write.output}}' } }),
    ],
    edges: [edge('start', 'write'), edge('write', 'end')],
  };
  const saved = await page.request.post('/api/v1/workflows', { data: documentOf(answering) });
  const { id } = (await saved.json()) as { id: string };
  const choice = page.getByRole('combobox', { name: 'Begin with skill' });
  for (const address of [`/sessions?workflow=${id}`, `/workflows/${id}`]) {
    await page.goto(address);
    if (address.startsWith('/workflows')) await page.getByRole('button', { name: 'Preview' }).click();
    await choice.selectOption({ index: 1 });
    const skill = await choice.inputValue();
    await send(page, 'Hello');
    await expect(choice).toBeHidden();
    const newest = async () => {
      const { items } = (await (await page.request.get(`/api/v1/sessions?workflowId=${id}`)).json()) as {
        items: { id: string }[];
      };
      return (await (await page.request.get(`/api/v1/sessions/${items[0]?.id}`)).json()) as { skillId: string; turns: object[] };
    };
    await expect.poll(async () => (await newest()).turns.length).toBe(1);
    expect((await newest()).skillId).toBe(skill);
  }
  // A chat that lasts no longer than a run keeps no skill.
  const counted = await saveCounting(page);
  await page.goto(`/sessions?workflow=${counted}`);
  await expect(page.getByText('I count.')).toBeVisible();
  await expect(choice).toHaveCount(0);
});

test('the editor plays a session turn by turn', async ({ page }) => {
  const id = await saveCounting(page);
  await page.goto(`/workflows/${id}`);
  await page.getByRole('checkbox', { name: 'Turns of a session' }).click();
  const form = page.locator('#run-form');
  for (const turn of [1, 2]) {
    await form.getByRole('textbox').first().fill(`Run ${turn}`);
    await form.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.getByText(`Turn ${turn}`, { exact: true })).toBeVisible();
  }
});

for (const { theme, language } of looks) {
  test(`a session is accessible and fits the window, ${theme}, ${language}`, async ({ page, context, baseURL }) => {
    await set(context, baseURL, { theme, language });
    const id = await saveCounting(page);
    await page.goto(`/sessions?workflow=${id}`);
    await page.getByRole('button', { name: 'First' }).click();
    await expect(turns(page).first()).toContainText('First is number 1');
    await expectAccessible(page, 'a session');
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await overflowOf(page), `overflow at ${width}`).toBe(0);
      const form = await page.locator('form:has(#chat-message)').boundingBox();
      expect((form?.y ?? 0) + (form?.height ?? 0), `end of the page at ${width}`).toBeGreaterThan(width < 768 ? 830 : 890);
    }
    expect(await outsideOf(page)).toEqual([]);
  });
}

test('the page of a session shows its todos, and that it is running or not', async ({ page }) => {
  const planning = {
    name: 'Planning',
    nodes: [
      node('start', 'start', { inputs: [{ name: 'message', type: 'text', required: true }] }),
      node('plan', 'memory-write', { todos: [{ text: 'Call {{start.message}}', status: 'done' }, 'Write it down'] }),
      node('end', 'end', { outputs: { answer: 'Noted' } }),
    ],
    edges: [edge('start', 'plan'), edge('plan', 'end')],
  };
  const saved = await page.request.post('/api/v1/workflows', { data: documentOf(planning) });
  const { id } = (await saved.json()) as { id: string };
  await page.goto(`/sessions?workflow=${id}`);
  // As the server would have answered before the end of the turn.
  const isOver = Promise.withResolvers<void>();
  await page.route(
    '**/api/v1/sessions/ses_*',
    async (route) => {
      const answer = await route.fetch();
      const json = { ...((await answer.json()) as object), todoList: [] };
      await isOver.promise;
      await route.fulfill({ json }).catch(() => {});
    },
    { times: 1 },
  );
  const lookups: string[] = [];
  page.on('response', (response) => void (response.url().includes('sessionId=') && lookups.push(response.url())));
  await send(page, 'Ada');
  await expect(turns(page).first()).toContainText('Noted');
  await expect.poll(() => lookups.length).toBe(2);
  isOver.resolve();
  await page.getByText('Todos (1 of 2)').click();
  await expect(page.getByRole('region', { name: 'Plan' }).getByRole('listitem')).toHaveText([/Call Ada/, /Write it down/]);
  await expectAccessible(page, 'a session with todos');
});
