import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { SharedPage } from '#components/pages/chat/shared-page.tsx';
import type { SharedChat } from '#lib/api/chat-pages.contract.ts';
import { publicChatLookSchema } from '#lib/chat/chat-look.ts';
import { openPage } from '#tests/support/mounted-part.tsx';

const page = openPage(createServer());
const shared: SharedChat = {
  slug: 'letters',
  title: 'A question',
  name: 'Letters',
  look: publicChatLookSchema.parse({ logoUrl: null }),
  sharedAt: '2026-11-26T10:00:00.000Z',
  turns: [{ message: 'Is it open?', answerParts: [], createdAt: '2026-11-26T09:00:00.000Z' }],
};

test.each([
  ['en', 'This question was not answered.'],
  ['zh-CN', '这个问题没有回答。'],
] as const)('a question of a shared conversation without an answer says so, %s', async (language, text) => {
  const main = await page.mount(<SharedPage shared={shared} styles="" />, language);
  expect(main.textContent).toContain(text);
});
