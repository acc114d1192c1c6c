import { expect, test } from 'vitest';
import type { Todo } from '../run/todo.ts';
import { recitePlan } from './recite-plan.ts';

const todo = (text: string, status: Todo['status'] = 'pending', index = 1): Todo => ({ id: `todo-${index}`, text, status });

test('is one numbered line for each step that counts', () => {
  const todos = [
    todo('Read\nA', 'done'),
    todo('Read B', 'failed'),
    todo('Old', 'dropped'),
    todo('Search', 'active'),
    todo('Sum up'),
  ];
  expect(recitePlan(todos, 'en')).toBe('[Current Task Progress]\n✓ 1. Read A\n✗ 2. Read B\n○ 3. Search\n○ 4. Sum up');
  expect(recitePlan([], 'en')).toBe('');
});

test.each(['a word and another ', '逐步读取所有页面并比较'])('stays short however much there is to do: %s', (text) => {
  const todos = Array.from({ length: 30 }, (_, index) => todo(text.repeat(20), index < 14 ? 'done' : 'pending', index));
  const recital = recitePlan(todos, 'en');
  // One token for a character that is not Latin, a third of one for each that is: an upper bound.
  const tokens = [...recital].reduce((sum, char) => sum + (char < 'ɐ' ? 1 / 3 : 1), 0);
  expect(tokens).toBeLessThanOrEqual(200);
  expect(recital).toContain('○ 15. ');
  expect(recital).toMatch(/\n… \d+\n/);
});
