import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ConnectionLine } from '#components/chat/answer/connection-line.tsx';
import { PageWindow } from '#tests/support/mounted-part.tsx';

let page: PageWindow;
beforeAll(() => {
  page = new PageWindow('http://127.0.0.1');
});
afterEach(() => page.clear());
afterAll(() => page.close());

test.each([
  ['en', 'Connection lost; trying again…'],
  ['zh-CN', '连接中断，正在重试…'],
] as const)('a lost connection promises nothing about the answer, whose server may be down, %s', async (language, text) => {
  const main = await page.mount(<ConnectionLine connection="reconnecting" onRetry={() => {}} />, language);
  expect(main.textContent).toBe(text);
});
