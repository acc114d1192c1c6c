import { expect, test } from 'vitest';
import { titledLines } from './titled-lines.ts';

test('each line is a title and what follows its colon or tab', () => {
  expect(titledLines('Billing: an invoice, a price\nTechnical\tSomething is broken\n\n其他：别的问题\nRest')).toEqual([
    { title: 'Billing', text: 'an invoice, a price' },
    { title: 'Technical', text: 'Something is broken' },
    { title: '其他', text: '别的问题' },
    { title: 'Rest', text: '' },
  ]);
});

test('list markers are removed from titles, and a colon within a word is kept', () => {
  expect(titledLines('- Urgent: now\r\n2. Later:\n* at 10:30').map(({ title }) => title)).toEqual([
    'Urgent',
    'Later',
    'at 10:30',
  ]);
});
