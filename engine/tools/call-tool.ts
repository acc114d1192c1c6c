import { NodeFailure } from '#lib/errors/node-failure.ts';
import { jsonExcess } from '#lib/json/json-limits.ts';
import { toolSpanKey } from '#lib/run/span.ts';
import { NO_USAGE } from '#lib/run/token-usage.ts';
import type { AnyToolDefinition } from '#lib/tools/define-tool.ts';
import type { ToolFailure, ToolResult } from '#lib/tools/tool-result.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import type { ToolAnswer, ToolHandler } from '../contract/define-tool-handler.ts';
import { NodeSkipped } from '../contract/node-skipped.ts';
import { SuspendedError } from '../contract/suspended-error.ts';
import { withTimeLimit } from '../contract/time-limit.ts';
import { withHeaders } from '../http/with-headers.ts';
import { dataOrReference } from './large-data.ts';
import { parseArguments } from './prepare-call.ts';
import { withoutMedia } from './result-media.ts';

export type ToolCall = {
  readonly id: string;
  readonly definition: AnyToolDefinition;
  /** Parsed. */
  readonly input: unknown;
  readonly idempotencyKey: string;
  readonly timeoutMs: number;
  /** Ids of the tools that the caller may call; every enabled one when undefined. */
  readonly offered: readonly string[] | undefined;
};

/** A result, and its data as the log shows it: large data as a reference. */
export type CallOutcome = { readonly result: ToolResult; readonly shown: unknown };

/**
 * Logs the start of a call, once, however often it is suspended.
 * @throws {SuspendedError} while the limits of the run ask; the reason of `context.signal` when they end it
 */
export function announceStart(
  { id, definition, input }: Pick<ToolCall, 'id' | 'definition' | 'input'>,
  { emit }: ExecutorContext,
): void {
  emit({ type: 'tool_call', id, name: definition.id, args: (input ?? null) as null, status: 'running' });
}

/**
 * Calls one tool. Whatever it throws is a result.
 * @throws {SuspendedError}, and the reason of `context.signal` when that aborts
 */
export async function callTool(call: ToolCall, context: ExecutorContext): Promise<CallOutcome> {
  const { definition, timeoutMs } = call;
  context.countUsage(NO_USAGE, { toolCalls: 1 });
  try {
    const onTimeout = () => timedOut(definition, timeoutMs);
    const answer = await withTimeLimit({ timeoutMs, signal: context.signal, onTimeout }, (signal) =>
      handle(call, context, signal),
    );
    return await succeeded(answer, definition, context);
  } catch (thrown) {
    if (SuspendedError.is(thrown)) {
      // It will be called again, and is one call.
      context.countUsage(NO_USAGE, { toolCalls: -1 });
      throw thrown;
    }
    context.signal.throwIfAborted();
    if (NodeSkipped.is(thrown)) throw thrown;
    return { result: failed('error', failureOf(thrown, definition)), shown: undefined };
  }
}

async function handle(call: ToolCall, context: ExecutorContext, signal: AbortSignal): Promise<ToolAnswer> {
  const { id, idempotencyKey, offered } = call;
  const { definition, input } = wholeCall(call);
  const run = await handlerOf(definition, context);
  const emit: ExecutorContext['emit'] = (event, options) => {
    // Results after the timeout are ignored, but the usage of models still counts.
    if (!signal.aborted || event.type === 'llm_result') context.emit(event, options);
  };
  const headers = context.traceHeaders(toolSpanKey(context.nodeId, id));
  const fetch: ExecutorContext['fetch'] = (url, init) => context.fetch(url, withHeaders(init, headers));
  return run({ input, context: { ...context, signal, emit, fetch, toolCallId: id, idempotencyKey, offered } });
}

/** With the arguments that a node fixed. */
function wholeCall({ definition, input }: Pick<ToolCall, 'definition' | 'input'>): Pick<ToolCall, 'definition' | 'input'> {
  const { bound } = definition;
  if (!bound) return { definition, input };
  return wholeCall({
    definition: bound.base,
    input: parseArguments(bound.base, { ...(input as object), ...bound.with }),
  });
}

async function handlerOf({ id }: AnyToolDefinition, { tools }: ExecutorContext): Promise<ToolHandler> {
  const load = tools.handlers[id];
  if (!load) throw new Error('it has no handler');
  return ((await load()) as { default: ToolHandler }).default;
}

/**
 * Whether the call could be made: one that could not needs no decision of a person.
 * @throws {NodeFailure} why not
 */
export async function checkCall(
  { offered, ...call }: Pick<ToolCall, 'definition' | 'input' | 'offered'>,
  context: ExecutorContext,
): Promise<void> {
  const { definition, input } = wholeCall(call);
  if (context.tools.handlers[definition.id] === undefined) return;
  const { check } = await handlerOf(definition, context);
  await check?.({ input, context: { ...context, offered } });
}

async function succeeded(
  { data, summary, warnings = [], sources, citations, memory, retrieval, app }: ToolAnswer,
  definition: AnyToolDefinition,
  context: ExecutorContext,
): Promise<CallOutcome> {
  const excess = jsonExcess(data);
  if (excess !== undefined) throw new NodeFailure('tool-failed', `it answered JSON with ${excess}`);
  const plain = (data ?? null) as ToolResult['data'];
  const { data: lean, images } = await withoutMedia(plain, context);
  const shown = definition.isAlwaysInline ? lean : await dataOrReference(lean, context);
  const more = {
    ...(warnings.length > 0 && { warnings }),
    ...(images.length > 0 && { images }),
    ...(sources && { sources }),
    ...(citations && { citations }),
    ...(memory && { memory }),
    ...(retrieval && { retrieval }),
    ...(app && { app: { ...app, result: await dataOrReference(app.result, context) } }),
  };
  return { result: { status: 'success', data: plain, summary, ...more }, shown };
}

/** The result of a failed call, for the model and the node. */
export function failed(status: 'error' | 'invalid' | 'cancelled', problem: NodeFailure): ToolResult {
  const failure = storable(problem);
  const { message, hint } = failure;
  return {
    status,
    data: null,
    summary: message,
    error: hint === undefined ? message : `${message}. ${hint}`,
    failure,
  };
}

/** What a result, and the ledger, have of a failure. */
export function storable({ code, message, hint, path, isRetryable }: NodeFailure): ToolFailure {
  return { code, message, isRetryable, ...(path !== undefined && { path }), ...(hint !== undefined && { hint }) };
}

/** Failures whose message is passed on unchanged. */
const OWN_CODES: readonly string[] = [
  'knowledge-not-found',
  'knowledge-off',
  'knowledge-refused',
  'knowledge-failed',
  'tool-timed-out',
  'program-changed',
  'reach-refused',
];

/** Anything can be thrown, undefined too. */
function failureOf(thrown: unknown, { id }: AnyToolDefinition): NodeFailure {
  if (NodeFailure.is(thrown) && OWN_CODES.includes(thrown.code)) return thrown;
  const { message, hint, path, isRetryable } = (thrown ?? {}) as Partial<NodeFailure>;
  const text = typeof message === 'string' && message !== '' ? message : String(thrown);
  return new NodeFailure('tool-failed', `${id} failed: ${text}`, {
    isRetryable: isRetryable === true,
    ...(typeof hint === 'string' && { hint }),
    ...(typeof path === 'string' && { path }),
    cause: thrown,
  });
}

function timedOut({ id }: AnyToolDefinition, timeoutMs: number): NodeFailure {
  return new NodeFailure('tool-timed-out', `${id} did not finish within ${timeoutMs} ms`, { isRetryable: true });
}
