import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type StoredValueBody, StoredValueForm } from '#components/pages/stored-values/stored-value-form.tsx';
import { PageWindow } from '#tests/support/mounted-part.tsx';

let page: PageWindow;

beforeAll(() => {
  page = new PageWindow('http://127.0.0.1');
});
afterEach(() => page.clear());
afterAll(() => page.close());

test('a form without a key says so at its field, which gets the focus', async () => {
  const saved: StoredValueBody[] = [];
  const store = async (body: StoredValueBody) => saved.push(body);
  const form = <StoredValueForm stored={undefined} nowMs={0} onSave={store} onSaved={async () => {}} onCancel={() => {}} />;
  const main = await page.mount(form, 'en');
  page.submit(main.querySelector('form'));
  expect(main.querySelector('#stored-value-error')?.textContent).toBe('Required');
  page.type(main.querySelector('#stored-value'), '{');
  expect(main.querySelector('#stored-value-error')?.textContent).toContain('This is not valid JSON: Expected property name');
  page.type(main.querySelector('#stored-value'), '1');
  page.submit(main.querySelector('form'));
  expect(saved).toEqual([]);
  expect(main.querySelector('#stored-key-error')?.textContent).toBe('Required');
  expect(document.activeElement?.id).toBe('stored-key');
  page.type(main.querySelector('#stored-key'), 'count');
  page.submit(main.querySelector('form'));
  expect(saved).toEqual([{ key: 'count', value: 1 }]);
});
