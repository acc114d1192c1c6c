import { expect, test } from 'vitest';
import type { PublicEvent } from '#lib/run/public-event.ts';
import { emptyTrace, extendTrace } from '#lib/run/trace.ts';
import { WORKFLOW_FORMAT, type WorkflowNode } from '#lib/workflow/workflow.ts';
import { listRows, type SpanFilter } from './list-rows.ts';

const node = (id: string): WorkflowNode => ({
  id,
  type: 'llm',
  version: 1,
  label: `The ${id}`,
  config: {},
  position: { x: 0, y: 0 },
});
const nodes = ['start', 'draft', 'send', 'end'].map(node);

const events = [
  { type: 'node_started', nodeId: 'start', attempt: 1 },
  { type: 'node_finished', nodeId: 'start', status: 'succeeded', executionTimeMs: 1 },
  { type: 'node_started', nodeId: 'draft', attempt: 1 },
  { type: 'llm_call', nodeId: 'draft', callId: 'a', status: 'running', model: 'demo' },
  { type: 'content', nodeId: 'draft', content: 'Dear Ada' },
  { type: 'llm_call', nodeId: 'draft', callId: 'a', status: 'finished' },
  { type: 'tool_call', nodeId: 'draft', id: 't', name: 'orders.get', args: { id: '81-4471' }, status: 'running' },
  { type: 'tool_result', nodeId: 'draft', id: 't', name: 'orders.get', status: 'error', error: 'No such order', durationMs: 5 },
].map((event, index) => ({ ...event, runId: 'r', seq: index + 1, at: '2026-11-22T10:00:00.000Z' }) as PublicEvent);
const trace = extendTrace(emptyTrace, events);

const all: SpanFilter = { kind: 'all', text: '' };
function namesOf({
  filter = all,
  folded = [],
  isGoingOn = true,
}: {
  filter?: SpanFilter;
  folded?: string[];
  isGoingOn?: boolean;
}) {
  const rows = listRows(trace, { nodes, isGoingOn, folded: new Set(folded), filter });
  return rows.map(({ depth, node: of, span }) => `${'  '.repeat(depth)}${of?.id ?? span?.name}`);
}

test('nodes are in the order of their first events, then those that have not started', () => {
  expect(namesOf({})).toEqual(['start', 'draft', '  demo', '  orders.get', 'send', 'end']);
});

test('an ended run has no rows for nodes that did not run', () => {
  expect(namesOf({ isGoingOn: false })).toEqual(['start', 'draft', '  demo', '  orders.get']);
});

test('a folded row hides its children', () => {
  expect(namesOf({ folded: ['s1'], isGoingOn: false })).toEqual(['start', 'draft']);
});

test('iterations are rows, folded at first, except for a body that runs once', () => {
  const happened = ['call', 'call[0]/write', 'each', 'each[0]/write', 'each[1]/write'].map(
    (nodeId, index) =>
      ({ type: 'node_started', nodeId, attempt: 1, runId: 'r', seq: index + 1, at: '2026-11-22T10:00:00.000Z' }) as PublicEvent,
  );
  const containers = [
    { ...node('call'), type: 'workflow' },
    { ...node('each'), type: 'map' },
  ];
  const rows = listRows(extendTrace(emptyTrace, happened), {
    nodes: containers,
    isGoingOn: false,
    folded: new Set(),
    filter: all,
  });
  expect(rows.map(({ depth, nodeId, span }) => [depth, span?.kind, nodeId])).toEqual([
    [0, 'node', 'call'],
    [1, 'node', 'call[0]/write'],
    [0, 'node', 'each'],
    [1, 'iteration', 'each'],
    [1, 'iteration', 'each'],
  ]);
});

test('a filter keeps matching rows and their parents, folded or not', () => {
  const folded = ['s1'];
  expect(namesOf({ filter: { kind: 'model', text: '' }, folded })).toEqual(['draft', '  demo']);
  expect(namesOf({ filter: { kind: 'tools', text: '' }, folded })).toEqual(['draft', '  orders.get']);
  expect(namesOf({ filter: { kind: 'errors', text: '' } })).toEqual(['draft', '  orders.get']);
});

test.each([
  ['THE DRAFT', ['draft']],
  ['81-4471', ['draft', '  orders.get']],
  ['no such order', ['draft', '  orders.get']],
  ['dear ada', ['draft', '  demo']],
  ['xyz', []],
])('%s is found', (text, names) => {
  expect(namesOf({ filter: { kind: 'all', text } })).toEqual(names);
});

test('a node of a called workflow has its name, or its id if that workflow is unknown', () => {
  const happened = ['write', 'call', 'call[0]/write'].map(
    (nodeId, index) =>
      ({ type: 'node_started', nodeId, attempt: 1, runId: 'r', seq: index + 1, at: '2026-11-22T10:00:00.000Z' }) as PublicEvent,
  );
  const outer = [node('write'), { ...node('call'), type: 'workflow', config: { workflowId: 'wf_7' } }];
  const inner = {
    format: WORKFLOW_FORMAT,
    name: 'Inner',
    description: '',
    settings: {},
    nodes: [{ ...node('write'), label: 'Inside' }],
    edges: [],
  };
  const labelsOf = (workflows?: unknown) =>
    listRows(extendTrace(emptyTrace, happened), {
      nodes: outer,
      workflows,
      isGoingOn: false,
      folded: new Set(),
      filter: all,
    }).map((row) => row.node?.label);
  expect(labelsOf({ 'wf_7@draft': inner })).toEqual(['The write', 'The call', 'Inside']);
  expect(labelsOf()).toEqual(['The write', 'The call', undefined]);
  const rows = listRows(extendTrace(emptyTrace, happened.slice(1)), {
    nodes: outer,
    isGoingOn: true,
    folded: new Set(),
    filter: all,
  });
  expect(rows.map(({ nodeId }) => nodeId)).toEqual(['call', 'call[0]/write', 'write']);
});
