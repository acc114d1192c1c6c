import { expect, test } from 'vitest';
import { branchIdSchema } from '#lib/node-kit/branch-id.ts';
import { branchIdOfTitle } from './branch-id-of-title.ts';

const made = { id: 'class_1', title: '', others: [] };

test('an id follows the title while a person types it', () => {
  let branch = { ...made };
  for (const title of ['R', 'Re', 'Refund', 'Refund request']) branch = { ...branch, id: branchIdOfTitle(title, branch), title };
  expect(branch.id).toBe('refund_request');
});

test.each([
  ['Café & Bar', 'cafe_bar'],
  ['2nd level', 'nd_level'],
  ['Error', 'error_2'],
  ['x'.repeat(99), 'x'.repeat(40)],
])('%s gives %s', (title, id) => {
  expect(branchIdOfTitle(title, made)).toBe(id);
  expect(branchIdSchema.safeParse(id).success).toBe(true);
});

test('an id of another branch is not taken', () => {
  expect(branchIdOfTitle('Refund', { ...made, others: ['refund'] })).toBe('refund_2');
});

test('an id that a person wrote stays, and a title without Latin letters changes none', () => {
  expect(branchIdOfTitle('Refund', { id: 'money', title: '', others: [] })).toBe('money');
  expect(branchIdOfTitle('退款', made)).toBe('class_1');
  expect(branchIdOfTitle('', made)).toBe('class_1');
});
