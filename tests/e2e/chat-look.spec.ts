import { expect, type Page } from '@playwright/test';
import { type FakeModel, startFakeModel } from '#tests/support/fake-model/start-fake-model.ts';
import { expectAccessible, looks } from './accessibility.ts';
import { asking, chooseMore, decide, message, messageInput, publishChat, send, turns } from './chat-flows.ts';
import { edge, node, outsideOf, overflowOf } from './run-page.ts';
import { clearWorkspace } from './studio-page.ts';
import { test } from './watched-test.ts';

const look = {
  name: 'Northwind Outdoor',
  color: '#b5471b',
  radius: 4,
  welcome: 'Hello, how can we help?',
  welcomeDetail: 'Ask about orders, returns, sizes and care.',
  questions: [
    { text: 'How do I return something?', detail: '60 days, the label is free', icon: 'return' },
    { text: 'Which size fits me?', detail: 'Jackets, boots and packs', icon: 'ruler' },
  ],
  hint: 'Ask about an order, a size, a repair',
  disclaimer: 'Answers are written by an assistant.',
  privacyUrl: 'https://northwind.example/privacy',
  contact: { label: 'Talk to a person', url: 'mailto:help@northwind.example' },
  sharing: true,
};
const ask = node('start', 'start', { inputs: [messageInput] });
const answer = `**Yes, until 5 January.** Every order has 60 days [1].

| You can | Takes |
| --- | --- |
| Return it | 3 days |

\`\`\`text
Order 48213
\`\`\`

The area is $A = \\pi r^2$, and it costs $5 or $10.`;
const citations = [
  {
    index: 1,
    title: 'Returns',
    url: 'https://northwind.example/returns',
    domain: 'northwind.example',
    snippet: 'Within 60 days.',
    page: 3,
  },
];
const returns = {
  name: 'returns-flow',
  nodes: [ask, node('end', 'end', { outputs: { answer, citations } })],
  edges: [edge('start', 'end')],
};
const writing = {
  name: 'writing-flow',
  nodes: [
    ask,
    node('teller', 'llm', { model: 'storyteller', userPrompt: '{{start.message}}' }),
    node('end', 'end', { outputs: { answer: '{{teller.output}}' } }),
  ],
  edges: [edge('start', 'teller'), edge('teller', 'end')],
};
const failing = {
  name: 'failing-flow',
  nodes: [
    ask,
    node('secret_step', 'code', { code: 'throw new Error("hunter2");' }),
    node('end', 'end', { outputs: { answer: '{{secret_step.output}}' } }),
  ],
  edges: [edge('start', 'secret_step'), edge('secret_step', 'end')],
};

let fake: FakeModel;
test.beforeAll(async () => {
  fake = await startFakeModel();
});
test.afterAll(() => fake.stop());
test.beforeEach(async ({ page }) => {
  await clearWorkspace(page);
});
// The only model with a key is the default of all nodes without one, also in other files.
test.afterEach(async ({ page }) => {
  await page.request.delete('/api/v1/models/storyteller');
});

const chat = { access: 'public', look } as const;

test('the first screen is the owner’s, a question sends, and the answer has chips that lead to its sources', async ({ page }) => {
  const slug = await publishChat(page, returns, chat);
  await page.goto(`/chat/${slug}`);
  await expect(page).toHaveTitle('Northwind Outdoor');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, how can we help?');
  await expect(page.getByText('Threadloom')).toHaveCount(0);
  await expect(page.getByText('returns-flow')).toHaveCount(0);
  await expect(message(page)).toBeFocused();
  await expect(message(page)).toHaveAttribute('placeholder', look.hint);
  await expect(page.getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', look.privacyUrl);
  await expect(page.getByRole('link', { name: 'Talk to a person' })).toHaveAttribute('href', look.contact.url);
  const sendButton = page.getByRole('button', { name: 'Send' });
  await message(page).fill('x');
  await expect(sendButton).toHaveCSS('background-color', 'rgb(181, 71, 27)');
  await message(page).fill('');
  await page.getByRole('button', { name: /How do I return something/ }).click();
  const turn = turns(page).first();
  await expect(turn.getByText('Yes, until 5 January.', { exact: true })).toBeVisible();
  await expect(message(page)).toBeFocused();
  await expect(turn.getByRole('cell', { name: '3 days' })).toBeVisible();
  await expect(turn.locator('pre')).toHaveText('Order 48213');
  await expect(turn.locator('math')).toHaveCount(1);
  await expect(turn.getByText('costs $5 or $10').first()).toBeVisible();
  await expect(turn).not.toContainText('citations');
  await turn.getByRole('link', { name: 'Source 1, Returns, page 3' }).click();
  const card = turn.locator('[data-citation="1"] a');
  await expect(card).toBeFocused();
  await expect(card).toHaveAttribute('href', 'https://northwind.example/returns');
  await expect(card).toContainText('Page 3');
  await turn.getByRole('button', { name: 'Not helpful' }).click();
  await turn.getByRole('button', { name: 'Sources do not fit' }).click();
  await expect(turn).toContainText('Thank you: Sources do not fit');
  await expect(turn.getByText(/token|\$0|returns-flow/)).toHaveCount(0);
});

test('an answer streams with Stop where Send was, typing stays possible, and the page follows until it is scrolled', async ({
  page,
}) => {
  const data = { provider: 'openai-compatible', modelId: 'fake-t3000-d5', baseUrl: fake.url, apiKey: 'sk-1' };
  expect((await page.request.put('/api/v1/models/storyteller', { data })).status()).toBe(200);
  const slug = await publishChat(page, writing, chat);
  await page.setViewportSize({ width: 1024, height: 500 });
  await page.goto(`/chat/${slug}`);
  await send(page, 'Tell me a story');
  const stop = page.getByRole('button', { name: 'Stop the answer' });
  await expect(stop).toBeVisible();
  await expect(page.getByText('Writing the answer')).toBeVisible();
  await message(page).fill('And then?');
  const thread = page.getByRole('log');
  const heightLeft = () => thread.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
  await expect.poll(() => thread.evaluate((box) => box.scrollTop), { timeout: 20_000 }).toBeGreaterThan(100);
  expect(await heightLeft()).toBeLessThan(80);
  await thread.hover();
  await page.mouse.wheel(0, -400);
  const toNewest = page.getByRole('button', { name: 'Go to the newest line' });
  await expect(toNewest).toBeVisible();
  await toNewest.click();
  await expect(toNewest).toHaveCount(0);
  await stop.click();
  await expect(page.getByText('Stopped.')).toBeVisible();
  // What was written stays.
  await expect(turns(page).first()).toContainText('the quick brown fox');
  await expect(message(page)).toHaveValue('And then?');
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible();
  await expect(page.getByText(/storyteller|teller|writing-flow/)).toHaveCount(0);
});

test('a failure is told in words with a reference, and can be tried again', async ({ page }) => {
  const slug = await publishChat(page, failing, chat);
  await page.goto(`/chat/${slug}`);
  await send(page, 'My tent leaks');
  const alert = turns(page).first().getByRole('alert');
  await expect(alert).toContainText('That did not work, and it was not you');
  await expect(alert).toContainText(/Reference \w{6}/);
  await expect(alert.getByRole('link', { name: 'Talk to a person' })).toBeVisible();
  for (const inner of ['secret_step', 'hunter2', 'code-failed', 'Node', 'failing-flow'])
    await expect(page.locator('body')).not.toContainText(inner);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(turns(page).first()).toContainText('2 of 2');
});

test('an answer that waits for a person is announced in the list, and comes into the open page', async ({ page }) => {
  const slug = await publishChat(page, asking, chat, { decisions: true });
  await page.goto(`/chat/${slug}`);
  const opened = page.waitForEvent('websocket');
  await send(page, '5 EUR');
  await expect(turns(page).first()).toContainText('A colleague looks at this');
  await expect(page.getByRole('button', { name: /Approve|Reject/ })).toHaveCount(0);
  await expect(page.getByText('Send 5 EUR?')).toHaveCount(0);
  const waiting = page.locator('[data-session]', { hasText: '5 EUR' });
  await expect(waiting).toContainText('A colleague looks at it');
  await page.getByRole('button', { name: 'New conversation' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(look.welcome);
  const succeeded = (await opened).waitForEvent('framereceived', ({ payload }) => String(payload).includes('"succeeded"'));
  await decide(page, true);
  await succeeded;
  await expect(waiting).toContainText('New answer');
  await waiting.click();
  await expect(turns(page).first()).toContainText('Sent 5 EUR');
  await expect(waiting).not.toContainText('New answer');
});

test('a conversation is shared by a link that ends', async ({ page, browser, baseURL, watch }) => {
  watch.expectProblem(/404/);
  const slug = await publishChat(page, returns, chat);
  await page.goto(`/chat/${slug}`);
  await send(page, 'Can I return it?');
  await expect(turns(page).first()).toContainText('Yes, until');
  await chooseMore(page, 'Share by link');
  await page.getByRole('button', { name: 'Make a link' }).click();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  expect(link).toContain(`/chat/${slug}/shared/`);
  await expectAccessible(page, 'the link of a conversation');
  const reader = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await reader.goto(link);
  await expect(reader.getByText('Can I return it?').first()).toBeVisible();
  await expect(reader.getByText('Yes, until 5 January.', { exact: true })).toBeVisible();
  await expect(reader.getByRole('link', { name: 'Ask your own question' })).toHaveAttribute('href', `/chat/${slug}`);
  await expectAccessible(reader, 'a shared conversation');
  await page.getByRole('button', { name: 'Stop sharing' }).click();
  await expect(page.getByRole('textbox', { name: 'Link' })).toHaveCount(0);
  expect((await reader.goto(link))?.status()).toBe(404);
  await reader.context().close();
});

test('everything of a page works by keyboard', async ({ page }) => {
  const slug = await publishChat(page, returns, chat);
  await page.goto(`/chat/${slug}`);
  await expect(message(page)).toBeFocused();
  await page.keyboard.type('Can I return it?');
  await page.keyboard.press('Enter');
  const turn = turns(page).first();
  await expect(turn).toContainText('Yes, until');
  await tabTo(page, turn.getByRole('link', { name: /^Source 1/ }));
  await page.keyboard.press('Enter');
  await expect(turn.locator('[data-citation="1"] a')).toBeFocused();
  await tabTo(page, turn.getByRole('button', { name: 'Helpful', exact: true }));
  await page.keyboard.press('Space');
  await expect(turn.getByRole('button', { name: 'Helpful', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await tabTo(page, message(page));
  await page.setViewportSize({ width: 720, height: 450 });
  await tabTo(page, page.getByRole('button', { name: 'Your conversations' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Your conversations' })).toBeFocused();
});

async function tabTo(page: Page, target: ReturnType<Page['locator']>) {
  for (let step = 0; step < 40; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

for (const { theme, language } of looks)
  test(`a page in the colours of its owner is accessible and fits, ${theme}, ${language}`, async ({ page }) => {
    const slug = await publishChat(page, returns, chat);
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(`/chat/${slug}?theme=${theme}&lang=${language}`);
      await expectAccessible(page, `a first screen at ${width}`);
      await send(page, 'Hello');
      await expect(turns(page).first()).toContainText('until 5 January');
      await turns(page)
        .first()
        .getByRole('button', { name: /Not helpful|没有帮助/ })
        .click();
      await expect(
        turns(page)
          .first()
          .getByRole('group', { name: /What was wrong|哪里不对/ }),
      ).toBeVisible();
      await expectAccessible(page, `an answer at ${width}`);
      expect(await overflowOf(page), `overflow at ${width}`).toBe(0);
      expect(await outsideOf(page)).toEqual([]);
    }
  });
