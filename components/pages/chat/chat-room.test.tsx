import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { ChatRoom } from '#components/pages/chat/chat-room.tsx';
import type { OpenedChatPage } from '#lib/api/chat-pages.contract.ts';
import type { SessionResource } from '#lib/api/sessions.contract.ts';
import { publicChatLookSchema } from '#lib/chat/chat-look.ts';
import { until } from '#tests/support/eventually.ts';
import { openPage } from '#tests/support/mounted-part.tsx';

const now = '2026-11-26T10:00:00.000Z';
const session: SessionResource = {
  id: 'ses_1',
  sessionId: 'first',
  title: 'A question',
  slug: 'letters',
  workflowId: null,
  user: null,
  headRunId: null,
  status: 'idle',
  skillId: null,
  createdAt: now,
  updatedAt: now,
  expiresAt: now,
};
const chat: OpenedChatPage = {
  slug: 'letters',
  title: 'Letters',
  access: 'public',
  opening: '',
  suggestions: [],
  messageInput: 'message',
  fileInputs: [],
  filesInput: null,
  answerNodes: [],
  stepNodes: {},
  look: publicChatLookSchema.parse({ logoUrl: null }),
  voice: { transcribes: false, speaks: false },
  decides: false,
};
const requests: string[] = [];
const server = createServer(({ url = '' }, response) => {
  requests.push(url);
  const isOne = url.includes('/sessions/ses_1');
  const detail = { ...session, turns: [], variables: {}, contextSummary: null, todoList: [], share: null };
  const list = {
    items: url.includes('sessionId=other') ? [] : [{ ...session, turns: 0, hasNewAnswer: false }],
    nextCursor: null,
  };
  response.setHeader('content-type', 'application/json').end(JSON.stringify(isOne ? detail : list));
});
const page = openPage(server);
const roomOf = (isNamed: boolean) => (
  <ChatRoom
    page={chat}
    isFramed
    isNamed={isNamed}
    hasSessions
    beforeAsk={async () => {}}
    onRefused={() => {}}
    onLeave={undefined}
  />
);

test('a session that is chosen in the unfolded list gets the focus, since the list is folded again', async () => {
  const room = await page.mount(roomOf(false), 'en');
  await page.click(await until(() => room.querySelector('[aria-controls="chat-sessions"]')));
  const entry = await until(() => room.querySelector<HTMLElement>('[data-session="ses_1"]'));
  entry.focus();
  await page.click(entry);
  expect(room.querySelector('[aria-controls="chat-sessions"]')?.getAttribute('aria-expanded')).toBe('false');
  expect(document.activeElement?.id).toBe('main');
  await until(() => room.querySelector('[data-session="ses_1"]')?.getAttribute('aria-current') === 'page');
});

test('a conversation that the address names is read once, with the list of conversations', async () => {
  window.history.replaceState(null, '', '?chat=first');
  requests.length = 0;
  const room = await page.mount(roomOf(true), 'en');
  await until(() => room.querySelector('[data-session="ses_1"]'));
  await until(() => room.querySelector('#chat-message'));
  window.history.replaceState(null, '', '?');
  expect(requests.filter((url) => url.includes('/sessions')).sort()).toEqual([
    '/api/v1/sessions/ses_1',
    '/api/v1/sessions?sessionId=first&limit=50&slug=letters',
    '/api/v1/sessions?slug=letters&limit=50',
  ]);
});
