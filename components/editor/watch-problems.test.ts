import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setNodeLabel } from '#lib/workflow/edit/set-node-label.ts';
import type { Problem } from '#lib/workflow/problem.ts';
import { WORKFLOW_FORMAT, type Workflow } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { problemsOf } from './check-problems.ts';
import { makeEditorStore } from './editor-store.ts';
import { watchProblems } from './watch-problems.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function workflowOf(count: number): Workflow {
  const nodes = Array.from({ length: count }, (_, index) => ({
    ...{ id: `text_${index}`, type: 'template', version: 1, label: `Text ${index}` },
    ...{ config: { template: '{{nobody.text}}' }, position: { x: 0, y: index * 96 } },
  }));
  return { format: WORKFLOW_FORMAT, name: 'Watched', description: '', settings: {}, nodes, edges: [] };
}

/** A thread that answers when it is told to. */
class SlowThread {
  readonly asked: { document: Workflow; answer: (problems: readonly Problem[]) => void; fail: () => void }[] = [];
  isStopped = false;
  check(document: Workflow): Promise<readonly Problem[]> {
    return new Promise((answer, reject) => this.asked.push({ document, answer, fail: () => reject(new Error('no thread')) }));
  }
  stop() {
    this.isStopped = true;
  }
}

function watched(count: number) {
  const store = makeEditorStore({ workflowId: 'wf', document: workflowOf(count), revision: 1 });
  const thread = new SlowThread();
  const stop = watchProblems(store, nodeRegistry, thread);
  const rename = (label: string) =>
    store.getState().apply({ label: 'label', run: (workflow) => setNodeLabel(workflow, 'text_0', label) });
  return { store, thread, stop, rename };
}

const found: readonly Problem[] = [{ code: 'cycle', severity: 'error', message: 'Found beside the page' }];

test('a small workflow is checked where it is drawn, once typing rests', async () => {
  const { store, thread, rename } = watched(2);
  rename('A');
  rename('AB');
  expect(store.getState().problems).toEqual([]);
  await vi.advanceTimersByTimeAsync(300);
  expect(store.getState().problems).toEqual(problemsOf(store.getState().document, nodeRegistry));
  expect(store.getState().problems.length).toBeGreaterThan(0);
  expect(thread.asked).toEqual([]);
});

test('a large workflow is checked beside the page: when it is opened, and after a change', async () => {
  const { store, thread, rename } = watched(201);
  expect(thread.asked).toHaveLength(1);
  thread.asked[0]?.answer(found);
  await vi.advanceTimersByTimeAsync(0);
  expect(store.getState().problems).toBe(found);
  rename('B');
  await vi.advanceTimersByTimeAsync(300);
  expect(thread.asked[1]?.document).toBe(store.getState().document);
});

test('what was found in a document that has changed since is not shown', async () => {
  const { store, thread, rename } = watched(201);
  rename('C');
  thread.asked[0]?.answer(found);
  await vi.advanceTimersByTimeAsync(0);
  expect(store.getState().problems).toEqual([]);
});

test('where no thread can be had the page checks for itself', async () => {
  const { store, thread } = watched(201);
  thread.asked[0]?.fail();
  await vi.advanceTimersByTimeAsync(0);
  expect(store.getState().problems.length).toBeGreaterThan(200);
});

test('nothing is shown and no thread left once nobody watches', async () => {
  const { store, thread, stop } = watched(201);
  stop();
  thread.asked[0]?.answer(found);
  await vi.advanceTimersByTimeAsync(300);
  expect(thread.isStopped).toBe(true);
  expect(store.getState().problems).toEqual([]);
});
