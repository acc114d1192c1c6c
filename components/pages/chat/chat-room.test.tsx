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
const server = createServer(({ url = '' }, response) => {
  const isOne = url.includes('/sessions/ses_1');
  const detail = { ...session, turns: [], variables: {}, contextSummary: null, todoList: [], share: null };
  const list = { items: url.includes('sessionId=') ? [] : [{ ...session, turns: 0, hasNewAnswer: false }], nextCursor: null };
  response.setHeader('content-type', 'application/json').end(JSON.stringify(isOne ? detail : list));
});
const page = openPage(server);

test('a session that is chosen in the unfolded list gets the focus, since the list is folded again', async () => {
  const room = await page.mount(
    <ChatRoom
      page={chat}
      isFramed
      isNamed={false}
      hasSessions
      beforeAsk={async () => {}}
      onRefused={() => {}}
      onLeave={undefined}
    />,
    'en',
  );
  await page.click(await until(() => room.querySelector('[aria-controls="chat-sessions"]')));
  const entry = await until(() => room.querySelector<HTMLElement>('[data-session="ses_1"]'));
  entry.focus();
  await page.click(entry);
  expect(room.querySelector('[aria-controls="chat-sessions"]')?.getAttribute('aria-expanded')).toBe('false');
  expect(document.activeElement?.id).toBe('main');
  await until(() => room.querySelector('[data-session="ses_1"]')?.getAttribute('aria-current') === 'page');
});
