import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { PageWindow } from '#tests/support/mounted-part.tsx';
import { isUntouched, markUntouched } from './event-target.ts';

let page: PageWindow;

beforeAll(() => {
  page = new PageWindow('http://127.0.0.1');
});
afterEach(() => page.clear());
afterAll(() => page.close());

test('a field stays untouched when a code editor replaces its text area, until something is typed', async () => {
  const main = await page.mount(<div data-field="code">{<textarea />}</div>, 'en');
  const field = main.querySelector('div') as HTMLElement;
  markUntouched(main.querySelector('textarea') as HTMLElement);
  const editor = document.createElement('div');
  field.replaceChildren(editor);
  expect(isUntouched(editor)).toBe(true);
  const { KeyboardEvent: Key } = field.ownerDocument.defaultView ?? window;
  const press = (key: string, more = {}) => editor.dispatchEvent(new Key('keydown', { key, bubbles: true, ...more }));
  press('z', { ctrlKey: true });
  expect(isUntouched(editor)).toBe(true);
  press('a');
  expect(isUntouched(editor)).toBe(false);
});
