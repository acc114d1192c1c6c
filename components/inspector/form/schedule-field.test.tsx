import { createServer } from 'node:http';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { FieldModel } from '#components/inspector/field/field-model.ts';
import { type FormScope, FormScopeProvider } from '#components/inspector/field/form-scope.tsx';
import { ScheduleField } from '#components/inspector/form/schedule-field.tsx';
import { openPage } from '#tests/support/mounted-part.tsx';

const page = openPage(createServer((_, response) => response.end('{}')));
const model = {
  name: 'cron',
  title: 'Times',
  expression: 'literal',
  isRequired: true,
  control: { kind: 'schedule' },
} as unknown as FieldModel;

let cron = '';
function Form({ first }: { first: string }) {
  const [value, setValue] = useState(first);
  cron = value;
  const scope = {
    formId: 'f',
    wordsOf: 'trigger.schedule',
    catalogue: { tools: [] },
    problems: [],
    isStrict: false,
    edit: (_: unknown, next: string) => setValue(next),
  } as unknown as FormScope;
  return (
    <FormScopeProvider scope={scope} value={{ cron: value }}>
      <ScheduleField model={model} path={['cron']} value={value} />
    </FormScopeProvider>
  );
}
const labelled = (main: HTMLElement, label: string) => main.querySelector<HTMLSelectElement>(`[aria-label="${label}"]`);

test('every weekday at 8 is chosen in words, with the cron line beside', async () => {
  const main = await page.mount(<Form first="*/15 * * * *" />, 'en');
  expect(labelled(main, 'When, time 1')?.value).toBe('minutes');
  page.type(labelled(main, 'When, time 1'), 'workdays');
  expect(cron).toBe('0 8 * * 1-5');
  page.type(labelled(main, 'Time of day'), '09:30');
  expect(cron).toBe('30 9 * * 1-5');
  expect(labelled(main, 'Cron line of time 1')?.value).toBe('30 9 * * 1-5');
  page.type(labelled(main, 'When, time 1'), 'monthWeekday');
  expect(cron).toBe('30 9 * * 1#1');
});

test('a cron line that is typed shows its sentence, and one without a sentence stays', async () => {
  const main = await page.mount(<Form first="0 8 * * 1-5" />, 'zh-CN');
  const line = () => labelled(main, '第 1 项的 cron 表达式');
  page.type(line(), '0 7 L * *');
  expect(labelled(main, '何时，第 1 项')?.value).toBe('monthDay');
  expect(labelled(main, '每月的日期')?.value).toBe('last');
  page.type(line(), '0 9-17 * * *');
  expect(labelled(main, '何时，第 1 项')?.value).toBe('cron');
  expect(cron).toBe('0 9-17 * * *');
});

test('several times are lines of one schedule', async () => {
  const main = await page.mount(<Form first={'0 8 * * *'} />, 'en');
  const add = [...main.querySelectorAll('button')].find(({ textContent }) => textContent === 'Add a time');
  await page.click(add);
  expect(cron).toBe('0 8 * * *\n0 8 * * 1-5');
  await page.click(labelled(main, 'Remove time 1'));
  expect(cron).toBe('0 8 * * 1-5');
});
