import { expect, test } from 'vitest';
import { secondsToNextDay } from './budget-error.ts';

test('the next day of budgets begins at midnight in UTC', () => {
  expect(secondsToNextDay(Date.parse('2026-11-26T23:59:58.500Z'))).toBe(2);
  expect(secondsToNextDay(Date.parse('2026-11-26T00:00:00.000Z'))).toBe(86_400);
});
