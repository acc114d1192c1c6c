import { elapsedTime } from '#lib/async/elapsed-time.ts';
import type { GraphEvent, GraphListener, GraphStep } from '#lib/ports/graph-registry.ts';
import type { EventParent, NewEventOf, TokenUsage } from '#lib/run/run-event.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';

/** What a graph does is shown under one call: the node's own. */
const CALL_ID = 'graph';
/** The log keeps the state of each step; a larger one as an excerpt of so many characters. */
const MAX_STATE_CHARS = 20_000;

type Json = NewEventOf<'tool_call'>['args'];

/** The parent of the events of a graph, or of a step inside a step. */
export function parentOf(graph: string, within?: GraphStep): EventParent {
  return within ? { toolCallId: within.stepId, agent: within.name } : { toolCallId: CALL_ID, agent: graph };
}

/** Writes what a graph does into the log: steps as tool calls, and its model calls. */
export function logGraph(graph: string, context: ExecutorContext): GraphListener {
  const stopwatches = new Map<string, () => number>();
  const since = (id: string) => stopwatches.get(id)?.() ?? 0;
  return {
    beforeModelCall: () => context.admitModelCall(),
    on(event) {
      const parent = parentOf(graph, event.within);
      switch (event.kind) {
        case 'step-started':
          stopwatches.set(event.step.stepId, elapsedTime(context.clock));
          return context.emit({
            type: 'tool_call',
            parent,
            id: event.step.stepId,
            name: event.step.name,
            status: 'running',
            args: shortened(event.input),
          });
        case 'step-ended':
          return context.emit({ ...endOf(event), parent, durationMs: since(event.step.stepId) });
        case 'written':
          return context.emit({ type: 'code_output', parent, stream: 'stdout', content: lineOf(event.value) });
        case 'model-started':
          stopwatches.set(event.callId, elapsedTime(context.clock));
          return context.emit({
            type: 'llm_call',
            parent,
            callId: event.callId,
            model: { name: event.modelId, provider: event.provider, modelId: event.modelId },
            request: { messages: shortened(event.messages) },
          });
        case 'model-text':
          return context.emit({ type: 'content', parent, content: event.text });
        case 'model-ended':
          return endModelCall(event, { parent, durationMs: since(event.callId), context });
        default:
          return event satisfies never;
      }
    },
  };
}

function endOf({ step, output, error }: Extract<GraphEvent, { kind: 'step-ended' }>) {
  const { stepId: id, name } = step;
  if (error !== undefined) return { type: 'tool_result', id, name, status: 'error', error, summary: error } as const;
  const keys = typeof output === 'object' && output !== null ? Object.keys(output).join(', ') : '';
  return { type: 'tool_result', id, name, status: 'success', result: shortened(output), summary: keys } as const;
}

type EndedCall = { readonly parent: EventParent; readonly durationMs: number; readonly context: ExecutorContext };

function endModelCall(event: Extract<GraphEvent, { kind: 'model-ended' }>, { parent, durationMs, context }: EndedCall): void {
  const { callId, text, finishReason, promptTokens, completionTokens, isUsageUnknown, error } = event;
  const usage: TokenUsage = {
    promptTokens,
    completionTokens,
    totalTokens: promptTokens + completionTokens,
    ...(isUsageUnknown && { isEstimated: true }),
  };
  context.countUsage(usage, { llmCalls: 1 });
  context.emit({
    type: 'llm_result',
    parent,
    callId,
    finishReason,
    content: text,
    usage,
    durationMs,
    ...(error !== undefined && { error: { code: 'model-failed', message: error } }),
  });
}

function shortened(value: unknown): Json {
  const text = JSON.stringify(value ?? null);
  if (text.length <= MAX_STATE_CHARS) return (value ?? null) as Json;
  return { chars: text.length, excerpt: text.slice(0, MAX_STATE_CHARS).toWellFormed() };
}

function lineOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `${text.slice(0, MAX_STATE_CHARS).toWellFormed()}\n`;
}
