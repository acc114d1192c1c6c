import fc from 'fast-check';
import { approvalKindSchema, type NodeError, toolCallStatusSchema } from '#lib/run/event-parts.ts';
import type { RunEvent } from '#lib/run/run-event.ts';
import { endReasonSchema, nodeEndSchema, runStatusSchema } from '#lib/run/run-status.ts';
import { planReasonSchema, todoStatusSchema } from '#lib/run/todo.ts';

const count = fc.nat({ max: 1_000_000 });
const nodeId = fc.constantFrom('start', 'answer', 'fetch', 'join');
const callId = fc.constantFrom('call_1', 'call_2');
const attempt = fc.integer({ min: 1, max: 5 });
const reason = fc.constantFrom(...endReasonSchema.options);
const toolCallId = fc.constantFrom('tool_1', 'tool_2', 'tool_3');
const actionId = fc.constantFrom('act_1', 'act_2');
const toolName = fc.constantFrom('read_url', 'ask_researcher');
const expiresAt = fc.constant('2026-12-21T10:00:00.000Z');
/** Texts by the author of the workflow for the deciders, shown at every level. */
const description = fc.constant('Send it?');
const parent = fc.record({ toolCallId, agent: fc.constantFrom('researcher', 'writer') });
const usage = fc.record(
  {
    promptTokens: count,
    completionTokens: count,
    totalTokens: count,
    reasoningTokens: count,
    cachedTokens: count,
    cacheWriteTokens: count,
    costUsd: count.map((usd) => usd / 1e9),
  },
  { requiredKeys: ['promptTokens', 'completionTokens', 'totalTokens'] },
);

/** An event that may happen inside a tool call of an agent. */
function inAgent(required: Record<string, fc.Arbitrary<unknown>>, optional: Record<string, fc.Arbitrary<unknown>> = {}) {
  const fields: Record<string, fc.Arbitrary<unknown>> = { parent, ...required, ...optional };
  return fc.record(fields, { requiredKeys: Object.keys(required) });
}

/**
 * Any event of a run's log. Every free text in it, and every key of what nodes got and gave, is
 * made by `text`, so that a test can look for what must
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
    fc.record({ type: fc.constant('breakpoint_reached'), nodeId }),
    fc.record({
      type: fc.constant('run_continued'),
      commandId: callId,
      nodeIds: fc.array(nodeId, { maxLength: 2 }),
      step: fc.boolean(),
    }),
    fc.record({ type: fc.constant('queued'), position: attempt }),
    fc.record({
      type: fc.constant('session_opened'),
      turn: attempt,
      state: fc.record({
        turn: attempt,
        messages: fc.array(fc.record({ role: fc.constantFrom('user', 'assistant'), content: text }), { maxLength: 2 }),
        scopes: fc.constant({}),
      }),
    }),
    fc.record({ type: fc.constant('reply'), nodeId, content: text }),
    fc.record({ type: fc.constant('run_resumed'), reason: fc.constantFrom('process_lost', 'decided') }),
    fc.record({ type: fc.constant('node_started'), nodeId, attempt, inputs: value }),
    fc.record({ type: fc.constant('node_resumed'), nodeId }),
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
    inAgent({
      type: fc.constant('llm_call'),
      nodeId,
      callId,
      model: fc.constant({ name: 'default', provider: 'openai', modelId: 'gpt-5-mini' }),
      request: value,
    }),
    inAgent(
      {
        type: fc.constant('llm_result'),
        nodeId,
        callId,
        finishReason: fc.constant('stop'),
        content: text,
        usage,
        durationMs: count,
      },
      { thinking: text, error },
    ),
    inAgent({ type: fc.constant('llm_stream_retry'), nodeId, callId, attempt, delayMs: count, error }),
    inAgent({ type: fc.constant('thinking'), nodeId, content: text }),
    inAgent({ type: fc.constant('content'), nodeId, content: text }),
    inAgent({
      type: fc.constant('tool_call'),
      nodeId,
      id: toolCallId,
      name: toolName,
      args: value,
      status: fc.constantFrom('pending', 'running'),
    }),
    inAgent(
      {
        type: fc.constant('tool_result'),
        nodeId,
        id: toolCallId,
        name: toolName,
        status: fc.constantFrom(...toolCallStatusSchema.options),
        summary: text,
        durationMs: count,
      },
      { result: value, error: text },
    ),
    fc.record({
      type: fc.constant('effect_started'),
      nodeId,
      key: text,
      kind: text,
      name: text,
      isRepeatable: fc.boolean(),
      idempotencyKey: text,
    }),
    fc.record({ type: fc.constant('effect_finished'), nodeId, key: text, result: value }),
    fc.record({ type: fc.constant('effect_discarded'), nodeId, key: text }),
    fc.record({ type: fc.constant('moment_recorded'), nodeId, now: fc.nat() }),
    inAgent(
      {
        type: fc.constant('confirm_required'),
        nodeId,
        actionId,
        key: text,
        kind: fc.constantFrom(...approvalKindSchema.options),
        tool: toolName,
        args: value,
        description,
        expiresAt,
      },
      { toolCallId },
    ),
    inAgent(
      {
        type: fc.constant('approval_decided'),
        nodeId,
        actionId,
        status: fc.constantFrom('confirmed', 'rejected', 'expired'),
      },
      { args: value, comment: text, isRemembered: fc.boolean() },
    ),
    inAgent(
      { type: fc.constant('tool_progress'), nodeId, id: toolCallId, name: toolName, message: text },
      { share: fc.double({ min: 0, max: 1, noNaN: true }) },
    ),
    inAgent(
      {
        type: fc.constant('artifact_created'),
        nodeId,
        name: text,
        path: text,
        mediaType: fc.constant('application/pdf'),
        sizeBytes: fc.nat(),
        revision: fc.integer({ min: 1, max: 100 }),
      },
      { artifactId: fc.constant('art_01M811B53QMGMFGAP7NV66MS9F') },
    ),
    inAgent({
      type: fc.constant('code_output'),
      nodeId,
      stream: fc.constantFrom('stdout', 'stderr'),
      content: text,
    }),
    inAgent({
      type: fc.constant('context_compacted'),
      nodeId,
      strategy: fc.constant('drop-oldest'),
      originalTokens: count,
      newTokens: count,
    }),
    inAgent({
      type: fc.constant('plan_updated'),
      nodeId,
      reason: fc.constantFrom(...planReasonSchema.options),
      todos: fc.array(
        fc.record({ id: fc.constantFrom('todo-1', 'todo-2'), text, status: fc.constantFrom(...todoStatusSchema.options) }),
        { maxLength: 3 },
      ),
    }),
    inAgent({
      type: fc.constant('skill_activated'),
      nodeId,
      skill: fc.constantFrom('deep_research', 'ppt'),
      title: fc.constantFrom('Deep research', 'Slides'),
      version: fc.constant('1.0.0'),
      score: fc.constantFrom(0.7, 1),
      reason: text,
      by: fc.constantFrom('lexical', 'embedding', 'model'),
    }),
    inAgent({
      type: fc.constant('open_url'),
      nodeId,
      toolCallId,
      tabId: text,
      url: fc.constant('https://example.com/'),
      title: text,
    }),
    inAgent({
      type: fc.constant('a2ui'),
      nodeId,
      toolCallId,
      surface: fc.record({ text, components: fc.constant([]) }),
    }),
    fc.record({ type: fc.constant('token_usage'), nodeId, llmCalls: count, usage }),
    error.map((fields) => ({ type: 'error', ...fields })),
    fc.record(
      {
        type: fc.constant('done'),
        status: fc.constantFrom(...runStatusSchema.options),
        reason,
        outputs: values,
        error,
        tokensUsed: count,
        approvals: fc.array(
          fc.record({
            actionId,
            nodeId,
            kind: fc.constantFrom(...approvalKindSchema.options),
            tool: toolName,
            description,
            expiresAt,
          }),
          { maxLength: 2 },
        ),
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
