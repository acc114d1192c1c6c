import { expect, test } from 'vitest';
import { checkInWorker } from '#components/editor/document/check-in-worker.ts';
import type { Problem } from '#lib/workflow/problem.ts';
import { WORKFLOW_FORMAT, type Workflow } from '#lib/workflow/workflow.ts';

const nodes = [
  { id: 'text', type: 'template', version: 1, label: '', config: { template: '{{nobody.text}}' }, position: { x: 0, y: 0 } },
];
const document: Workflow = { format: WORKFLOW_FORMAT, name: 'Checked', description: '', settings: {}, nodes, edges: [] };
const found: readonly Problem[] = [{ code: 'cycle', severity: 'error', message: 'Found by the worker' }];

test('problems found by the worker thread are returned', async () => {
  const checker = checkInWorker({ check: async () => found, stop: () => {} });
  expect(await checker.check(document, {})).toBe(found);
});

test('without a worker thread the page checks itself', async () => {
  const checker = checkInWorker({ check: async () => Promise.reject(new Error('no thread')), stop: () => {} });
  expect((await checker.check(document, {})).map(({ code, nodeId }) => [code, nodeId])).toContainEqual([
    'unknown-reference',
    'text',
  ]);
});
