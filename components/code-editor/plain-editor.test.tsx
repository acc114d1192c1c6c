import { useState } from 'react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { PlainEditor } from '#components/code-editor/plain-editor.tsx';
import { PageWindow } from '#tests/support/mounted-part.tsx';

let page: PageWindow;

beforeAll(() => {
  page = new PageWindow('http://127.0.0.1');
});
afterEach(() => page.clear());
afterAll(() => page.close());

function Editor({ isFocused }: { isFocused: boolean }) {
  const [text, setText] = useState('{ }');
  return <PlainEditor label="Code" language="json" text={text} onText={setText} problems={[]} isFocused={isFocused} />;
}

test('an editor that is to be focused has the caret at the end of its text without Monaco, too', async () => {
  const main = await page.mount(<Editor isFocused />, 'en');
  const area = main.querySelector('textarea');
  expect(document.activeElement).toBe(area);
  expect([area?.selectionStart, area?.selectionEnd]).toEqual([3, 3]);
});

test('any other leaves the focus where it is', async () => {
  await page.mount(<Editor isFocused={false} />, 'en');
  expect(document.activeElement).toBe(document.body);
});
