import { expect, test } from 'vitest';
import { errorOf, fitCosts, predictCosts } from './capacity-model.ts';

const usedBy = ({ nodes, modelCalls }: { nodes: number; modelCalls: number }) => ({
  events: 3 + 2 * nodes + 5 * modelCalls,
  cpuMs: 4 + 0.1 * nodes + 2 * modelCalls,
});
const sample = (nodes: number, modelCalls: number) => ({ shape: { nodes, modelCalls }, used: usedBy({ nodes, modelCalls }) });

test('what costs so much a run, a node and a model call is predicted exactly for a workflow of another shape', () => {
  const model = fitCosts({ short: sample(5, 0), long: sample(45, 0), talking: sample(3, 1) });
  expect(model.events).toEqual({ fixed: 3, perNode: 2, perModelCall: 5 });
  const predicted = predictCosts(model, { nodes: 17, modelCalls: 4 });
  expect(predicted.events).toBe(57);
  expect(predicted.cpuMs).toBeCloseTo(13.7);
});

test('an error is a share of what was measured, whichever way it was off', () => {
  expect(errorOf(130, 100)).toBeCloseTo(0.3);
  expect(errorOf(70, 100)).toBeCloseTo(0.3);
});
