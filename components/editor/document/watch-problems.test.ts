import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setNodeLabel } from '#lib/workflow/edit/set-node-label.ts';
import type { Problem } from '#lib/workflow/problem.ts';
import { WORKFLOW_FORMAT, type Workflow } from '#lib/workflow/workflow.ts';
import { makeEditorStore } from './editor-store.ts';
import { watchProblems } from './watch-problems.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const document: Workflow = {
  format: WORKFLOW_FORMAT,
  name: 'Watched',
  description: '',
  settings: {},
  edges: [],
  nodes: [
    {
      id: 'text',
      type: 'template',
      version: 1,
      label: 'Text',
      config: { template: '{{nobody.text}}' },
      position: { x: 0, y: 0 },
    },
  ],
};

/** Answers when it is told to. */
class SlowChecker {
  readonly asked: { document: Workflow; answer: (problems: readonly Problem[]) => void; fail: () => void }[] = [];
  isStopped = false;
  check(document: Workflow): Promise<readonly Problem[]> {
    return new Promise((answer, reject) => this.asked.push({ document, answer, fail: () => reject(new Error('offline')) }));
  }
  stop() {
    this.isStopped = true;
  }
}

function watched({ isChecked = false } = {}) {
  const store = makeEditorStore({ workflowId: 'wf', document });
  const checker = new SlowChecker();
  const stop = watchProblems(store, checker, { isChecked });
  const rename = (label: string) =>
    store.getState().apply({ label: 'label', run: (workflow) => setNodeLabel(workflow, 'text', label) });
  return { store, checker, stop, rename };
}

const found: readonly Problem[] = [{ code: 'cycle', severity: 'error', message: 'Found by the worker' }];

test('a workflow that was checked before it was opened is checked again when typing pauses, not for every letter', async () => {
  const { store, checker, rename } = watched({ isChecked: true });
  rename('A');
  await vi.advanceTimersByTimeAsync(200);
  rename('AB');
  await vi.advanceTimersByTimeAsync(200);
  expect(checker.asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  expect(checker.asked.map((asked) => asked.document)).toEqual([store.getState().document]);
  checker.asked[0]?.answer(found);
  await vi.advanceTimersByTimeAsync(0);
  expect(store.getState().problems).toBe(found);
});

test('any other is checked when it is opened, too', async () => {
  const { store, checker, rename } = watched();
  expect(checker.asked).toHaveLength(1);
  checker.asked[0]?.answer(found);
  await vi.advanceTimersByTimeAsync(0);
  expect(store.getState().problems).toBe(found);
  rename('B');
  await vi.advanceTimersByTimeAsync(300);
  expect(checker.asked[1]?.document).toBe(store.getState().document);
});

test('equal problems do not change the store', async () => {
  const { store, checker, rename } = watched();
  checker.asked[0]?.answer(found);
  await vi.advanceTimersByTimeAsync(0);
  rename('B');
  await vi.advanceTimersByTimeAsync(300);
  checker.asked[1]?.answer(structuredClone(found));
  await vi.advanceTimersByTimeAsync(0);
  expect(store.getState().problems).toBe(found);
});

test('problems found in an older revision of the document are not shown', async () => {
  const { store, checker, rename } = watched();
  rename('C');
  checker.asked[0]?.answer(found);
  await vi.advanceTimersByTimeAsync(0);
  expect(store.getState().problems).toEqual([]);
});

test('when a check fails the last problems stay, and the next change is checked again', async () => {
  const { store, checker, rename } = watched();
  checker.asked[0]?.answer(found);
  await vi.advanceTimersByTimeAsync(0);
  rename('D');
  await vi.advanceTimersByTimeAsync(300);
  checker.asked[1]?.fail();
  await vi.advanceTimersByTimeAsync(0);
  expect(store.getState().problems).toBe(found);
  rename('E');
  await vi.advanceTimersByTimeAsync(300);
  expect(checker.asked).toHaveLength(3);
});

test('after unsubscribing no problems are shown and the checker is stopped', async () => {
  const { store, checker, stop } = watched();
  stop();
  checker.asked[0]?.answer(found);
  await vi.advanceTimersByTimeAsync(300);
  expect(checker.isStopped).toBe(true);
  expect(store.getState().problems).toEqual([]);
});

test('while the list of values is open nothing turns red; its problems come when it is closed', async () => {
  const { store, checker, rename } = watched({ isChecked: true });
  store.setState({ isCompleting: true });
  rename('A');
  await vi.advanceTimersByTimeAsync(300);
  checker.asked.at(-1)?.answer(found);
  await vi.advanceTimersByTimeAsync(0);
  expect(store.getState().problems).toEqual([]);
  store.setState({ isCompleting: false });
  await vi.advanceTimersByTimeAsync(300);
  checker.asked.at(-1)?.answer(found);
  await vi.advanceTimersByTimeAsync(0);
  expect(store.getState().problems).toEqual(found);
});
