import fc from 'fast-check';
import type { NodeError, RunEvent } from '#lib/run/run-event.ts';
import { endReasonSchema, nodeEndSchema, runStatusSchema } from '#lib/run/run-status.ts';

const count = fc.nat({ max: 1_000_000 });
const nodeId = fc.constantFrom('start', 'answer', 'fetch', 'join');
const callId = fc.constantFrom('call_1', 'call_2');
const attempt = fc.integer({ min: 1, max: 5 });
const reason = fc.constantFrom(...endReasonSchema.options);
const usage = fc.record(
  { promptTokens: count, completionTokens: count, totalTokens: count, reasoningTokens: count },
  { requiredKeys: ['promptTokens', 'completionTokens', 'totalTokens'] },
);

/**
 * Any event of a run's log. Every free text in it, and every key of what nodes got and gave, is made by `text`, so that a test can look for what must
 * not be shown.
 */
export function runEvent(text: fc.Arbitrary<string>): fc.Arbitrary<RunEvent> {
  const value = fc.oneof(
    text,
    count,
    fc.boolean(),
    fc.constant(null),
    fc.array(text, { maxLength: 2 }),
    fc.record({ text, list: fc.array(text, { maxLength: 2 }) }),
  );
  const values = fc.dictionary(text, value, { maxKeys: 3, noNullPrototype: true });
  const error = fc.record(
    { code: fc.constant('node-failed'), message: text, nodeId, path: text, hint: text, attempts: attempt },
    { requiredKeys: ['code', 'message'] },
  ) as fc.Arbitrary<NodeError>;
  const kinds = [
    fc.record({
      type: fc.constant('run_started'),
      runId: fc.constant('run_1'),
      workflowName: text,
      documentHash: text,
      mode: fc.constantFrom('draft', 'node'),
      inputs: values,
    }),
    fc.record({ type: fc.constant('run_resumed'), reason: fc.constantFrom('process_lost', 'decided') }),
    fc.record({ type: fc.constant('node_started'), nodeId, attempt, inputs: value }),
    fc.record({ type: fc.constant('node_retried'), nodeId, attempt, delayMs: count, error }),
    fc.record(
      {
        type: fc.constant('node_finished'),
        nodeId,
        status: fc.constantFrom(...nodeEndSchema.options),
        reason,
        fired: values,
        error,
        executionTimeMs: count,
        usage,
      },
      { requiredKeys: ['type', 'nodeId', 'status', 'executionTimeMs'] },
    ),
    fc.record({
      type: fc.constant('llm_call'),
      nodeId,
      callId,
      model: fc.constant({ name: 'default', provider: 'openai', modelId: 'gpt-5-mini' }),
      request: value,
    }),
    fc.record(
      {
        type: fc.constant('llm_result'),
        nodeId,
        callId,
        finishReason: fc.constant('stop'),
        content: text,
        thinking: text,
        usage,
        durationMs: count,
        error,
      },
      { requiredKeys: ['type', 'nodeId', 'callId', 'finishReason', 'content', 'usage', 'durationMs'] },
    ),
    fc.record({ type: fc.constant('llm_stream_retry'), nodeId, callId, attempt, delayMs: count, error }),
    fc.record({ type: fc.constant('thinking'), nodeId, content: text }),
    fc.record({ type: fc.constant('content'), nodeId, content: text }),
    error.map((fields) => ({ type: 'error', ...fields })),
    fc.record(
      {
        type: fc.constant('done'),
        status: fc.constantFrom(...runStatusSchema.options),
        reason,
        outputs: values,
        error,
        tokensUsed: count,
      },
      { requiredKeys: ['type', 'status', 'tokensUsed'] },
    ),
  ];
  const head = fc.record({
    seq: fc.integer({ min: 1, max: 1_000_000 }),
    at: fc.integer({ min: 1, max: 4_000_000_000_000 }),
    v: fc.constant(1),
  });
  return fc
    .tuple(head, fc.oneof(...(kinds as fc.Arbitrary<object>[])))
    .map(([first, rest]) => ({ ...first, ...rest }) as RunEvent);
}
