import { expect, test } from 'vitest';
import { titledLines } from '../../text/titled-lines.ts';
import { casesOfLines } from './cases-of-lines.ts';

const ofClassifier = { base: 'class', deciding: 'description', isTitleEnough: true };

test('each line becomes a class with an id of its title that no other has', () => {
  const lines = titledLines('Billing: an invoice\nTechnical\n退款：要退钱\nBilling');
  expect(casesOfLines(lines, { ...ofClassifier, others: ['technical'] })).toEqual([
    { id: 'billing', title: 'Billing', description: 'an invoice' },
    { id: 'technical_2', title: 'Technical', description: 'Technical' },
    { id: 'class_4', title: '退款', description: '要退钱' },
    { id: 'billing_2', title: 'Billing', description: 'Billing' },
  ]);
});

test('a condition that a line does not have is left to write', () => {
  const options = { others: [], base: 'case', deciding: 'when', isTitleEnough: false };
  expect(casesOfLines(titledLines('Big: start.total > 100\nElse'), options)).toEqual([
    { id: 'big', title: 'Big', when: 'start.total > 100' },
    { id: 'else_2', title: 'Else', when: '' },
  ]);
});
