import { useState } from 'react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { EffectResult } from '#components/run-view/approvals/effect-result.tsx';
import { PageWindow } from '#tests/support/mounted-part.tsx';

let page: PageWindow;

beforeAll(() => {
  page = new PageWindow('http://127.0.0.1');
});
afterEach(() => page.clear());
afterAll(() => page.close());

function Result() {
  const [text, setText] = useState<string>();
  return <EffectResult actionId="act_1" text={text} state={{ step: 'open' }} onChange={setText} onSend={() => {}} />;
}

test('the focus goes to the field that opens, and back to its button when it is closed', async () => {
  const main = await page.mount(<Result />, 'en');
  await page.click(main.querySelector('button'));
  expect(document.activeElement?.id).toBe('result-act_1');
  await page.click([...main.querySelectorAll('button')].at(-1));
  expect(main.querySelector('textarea')).toBeNull();
  expect(document.activeElement).toBe(main.querySelector('button'));
});
