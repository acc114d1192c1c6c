import { expect, test } from 'vitest';
import { idOfTitle, isIdOfTitle } from './id-of-title.ts';

test.each([
  ['Leave: Rules!', 'leave-rules'],
  ['Équipe 2', 'equipe-2'],
  ['2026 report', 'report'],
  ['年假', ''],
  ['A very long title that goes on', 'a-very-long-title'],
])('%s becomes %j', (title, id) => expect(idOfTitle(title, 17)).toBe(id));

test('an id follows its title until a person writes another one', () => {
  expect(isIdOfTitle('', 'Leave', 63)).toBe(true);
  expect(isIdOfTitle('leave', 'Leave', 63)).toBe(true);
  expect(isIdOfTitle('holidays', 'Leave', 63)).toBe(false);
});
