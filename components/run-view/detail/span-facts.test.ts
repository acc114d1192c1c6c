import { expect, test } from 'vitest';
import type { NodeState } from '#lib/run/run-state.ts';
import { newSpan, type Span } from '#lib/run/span.ts';
import { factsOfNode, factsOfSpan, type SpanFact } from './span-facts.ts';

const known = (facts: readonly SpanFact[]) => Object.fromEntries(facts.filter(([, value]) => value !== undefined));

const usage = { promptTokens: 1200, completionTokens: 300, totalTokens: 1500, cachedTokens: 1000 };
const call: Span = newSpan({
  index: 1,
  parent: 0,
  depth: 1,
  kind: 'model',
  nodeId: 'draft',
  name: 'demo',
  seq: 7,
  status: 'succeeded',
  startMs: 1000,
  firstTokenMs: 2000,
  endMs: 5000,
  workMs: 3900,
  usage,
  costUsd: 0.0034,
  reason: 'stop',
});

test('a finished call shows its time to first token, speed, usage and cost', () => {
  expect(known(factsOfSpan(call, 9000, 'no price'))).toEqual({
    time: '3.90 s',
    firstToken: '1.00 s',
    speed: '100 tok/s',
    in: '1,200',
    cached: '1,000',
    out: '300',
    cost: '$0.0034',
    stop: 'stop',
  });
});

test('at a moment before its end a call shows only the facts known by then', () => {
  expect(known(factsOfSpan(call, 3000, 'no price'))).toEqual({ time: '2.00 s', firstToken: '1.00 s' });
  expect(known(factsOfSpan(call, 1500, 'no price'))).toEqual({ time: '0.50 s' });
});

test('a tool call with an approval shows both times', () => {
  const tool = newSpan({
    ...call,
    kind: 'tool',
    workMs: undefined,
    firstTokenMs: undefined,
    usage: undefined,
    costUsd: undefined,
  });
  const facts = known(factsOfSpan({ ...tool, waits: [{ fromMs: 2000, toMs: 4000 }] }, 9000, 'no price'));
  expect(facts).toEqual({ time: '4.00 s', waited: '2.00 s' });
});

test('the duration of a running node is its age; a skipped one has none', () => {
  const node: NodeState = {
    nodeId: 'draft',
    status: 'running',
    attempts: 2,
    llmCalls: 3,
    toolCalls: [],
    text: '',
    thinking: '',
    isCalling: true,
    isUnanswered: true,
    callStart: { text: 0, thinking: 0, toolCalls: 0 },
    startedAt: new Date(1000).toISOString(),
  };
  expect(known(factsOfNode(node, 3500, 'no price'))).toEqual({ time: '2.50 s', calls: '3', attempts: '2' });
  expect(
    known(factsOfNode({ ...node, status: 'skipped', attempts: 0, llmCalls: 0, executionTimeMs: 0 }, 3500, 'no price')),
  ).toEqual({});
});
