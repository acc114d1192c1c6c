import { expect, test } from 'vitest';
import { countActions } from './count-actions.ts';

test('the nodes of a plan are counted by what happens with them', () => {
  const nodes = (['reused', 'runs', 'reused', 'given'] as const).map((action) => ({ action }));
  expect(countActions(nodes)).toEqual({ runs: 1, given: 1, skipped: 0, reused: 2, not_run: 0 });
});
