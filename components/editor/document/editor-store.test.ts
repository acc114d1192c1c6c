import { expect, test } from 'vitest';
import { removeElements } from '#lib/workflow/edit/remove-elements.ts';
import { setNodeLabel } from '#lib/workflow/edit/set-node-label.ts';
import { workflowSchema } from '#lib/workflow/workflow.ts';
import { document, node, startNode } from '#tests/support/test-nodes.ts';
import { type Edit, makeEditorStore } from './editor-store.ts';

const opened = workflowSchema.parse(document([startNode, node('say', 'echo')], ['start -> say']));

function open() {
  const time = { ms: 0 };
  const store = makeEditorStore({ workflowId: 'wf_1', document: opened, now: () => time.ms });
  const read = () => store.getState();
  const type = (label: string) => read().apply(labelled(label));
  return { read, time, type };
}

const labelled = (label: string): Edit => ({
  label: 'label',
  mergeKey: 'say label',
  run: (workflow) => setNodeLabel(workflow, 'say', label),
});
const remove: Edit = {
  label: 'delete',
  run: (workflow) => removeElements(workflow, { nodes: new Set(['say']), edges: new Set() }),
};

test('a change can be undone and redone', () => {
  const { read } = open();
  expect([read().canUndo, read().canRedo]).toEqual([false, false]);
  read().apply(remove);
  const changed = read().document;
  expect(changed.nodes.map(({ id }) => id)).toEqual(['start']);
  read().undo();
  expect(read().document).toBe(opened);
  expect([read().canUndo, read().canRedo]).toEqual([false, true]);
  read().redo();
  expect(read().document).toBe(changed);
});

test('continuous typing is one step, and a pause of a second starts another', () => {
  const { read, time, type } = open();
  type('S');
  time.ms += 900;
  type('Sa');
  time.ms += 900;
  type('Say');
  time.ms += 1100;
  type('Say it');
  expect(read().history.past).toHaveLength(2);
  read().undo();
  expect(read().document.nodes[1]?.label).toBe('Say');
  read().undo();
  expect(read().document).toBe(opened);
});

test('typing after an undo is a new step and clears the redo steps', () => {
  const { read, type } = open();
  type('S');
  read().apply(remove);
  read().undo();
  type('Sa');
  expect(read().history.past).toHaveLength(2);
  expect(read().canRedo).toBe(false);
  read().undo();
  expect(read().document.nodes[1]?.label).toBe('S');
});

test('an edit that changes nothing, or fails, adds no undo step', () => {
  const { read, type } = open();
  type('');
  const failing: Edit = {
    label: 'rename',
    run: () => {
      throw new Error('taken');
    },
  };
  expect(() => read().apply(failing)).toThrow('taken');
  expect(read().document).toBe(opened);
  expect(read().canUndo).toBe(false);
});

test('the undo history keeps 500 steps', () => {
  const { read, time, type } = open();
  for (let count = 1; count <= 600; count++) {
    time.ms += 2000;
    type(String(count));
  }
  expect(read().history.past).toHaveLength(500);
});

test('a deleted node is no longer selected, and the rest stays', () => {
  const { read } = open();
  read().select({ nodes: ['start', 'say', 'nobody'], edges: ['start-say'] });
  expect([...read().selectedNodes]).toEqual(['start', 'say']);
  read().apply(remove);
  expect([...read().selectedNodes]).toEqual(['start']);
  expect(read().selectedEdges.size).toBe(0);
  const selected = read().selectedNodes;
  read().undo();
  expect(read().selectedNodes).toBe(selected);
});
