import { expect, test } from 'vitest';
import { document, node, startNode, testNodes } from '#tests/support/test-nodes.ts';
import { type Workflow, workflowSchema } from '../workflow.ts';
import { connectPorts } from './connect-ports.ts';

const workflow = workflowSchema.parse(
  document(
    [
      startNode,
      node('check', 'branch', { config: { when: 'true' } }),
      node('say', 'echo'),
      node('other', 'unheard-of'),
      { ...node('inner', 'echo'), parentId: 'say' },
    ],
    ['start -> check', 'check.true -> say'],
  ),
);

/** `check.false -> say`, as people read it. */
function connect(text: string, from: Workflow = workflow) {
  const [, source = '', sourceHandle = 'out', target = '', targetHandle = 'in'] =
    /^(\w+)(?:\.(\w+))? -> (\w+)(?:\.(\w+))?$/.exec(text) ?? [];
  return connectPorts(from, testNodes, { source, sourceHandle, target, targetHandle });
}

test.each([
  ['check.true -> check', 'own-node'],
  ['say -> check', 'cycle'],
  ['check.true -> say', 'duplicate'],
  ['check.maybe -> say', 'unknown-output'],
  ['check.false -> say.side', 'unknown-input'],
  ['check.false -> start', 'no-input'],
  ['check.false -> nobody', 'unknown-node'],
  ['check.false -> inner', 'across-scopes'],
])('%s is refused: %s', (connection, refusal) => {
  expect(connect(connection)).toEqual({ ok: false, refusal });
});

test.each([
  ['check.false -> say', 'check-false-say'],
  ['check.error -> say', 'check-error-say'],
  ['start -> say', 'start-say'],
  ['check.false -> other.anything', 'check-false-other'],
])('%s is made, as edge %s', (connection, edgeId) => {
  const connected = connect(connection);
  expect(connected).toMatchObject({ ok: true, edgeId });
  if (!connected.ok) return;
  expect(connected.workflow.nodes).toBe(workflow.nodes);
  expect(connected.workflow.edges.slice(0, -1)).toEqual(workflow.edges);
});

test('an edge id that is taken gets a number', () => {
  const renamed = { ...workflow, edges: workflow.edges.map((edge) => ({ ...edge, id: 'start-say' })).slice(0, 1) };
  expect(connect('start -> say', renamed)).toMatchObject({ ok: true, edgeId: 'start-say-2' });
});

test('ways that meet are no cycle', () => {
  const fork = connect('check.false -> other');
  expect(fork.ok && connect('other -> say', fork.workflow)).toMatchObject({ ok: true });
});

test('nothing follows the end of a workflow', () => {
  const ended = workflowSchema.parse(document([startNode, node('end', 'end'), node('say', 'echo')], []));
  expect(connect('end -> say', ended)).toEqual({ ok: false, refusal: 'no-output' });
  expect(connect('end.error -> say', ended)).toEqual({ ok: false, refusal: 'no-output' });
});
