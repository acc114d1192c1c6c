import { type Span, spanKeyOf } from '#lib/run/span.ts';
import { PROCESS_LOST } from '#lib/run/trace.ts';
import { spanIdOf, type TraceContext, traceOfRun } from '#lib/run/trace-context.ts';
import { asContent, modelContents } from './message-contents.ts';
import {
  type Attributes,
  FLAGS_LOCAL,
  FLAGS_REMOTE,
  type OtlpSpan,
  SPAN_KIND,
  STATUS_ERROR,
  toAttributes,
  toNanos,
} from './otlp-span.ts';
import type { RunFacts, RunTrace } from './read-run-trace.ts';

/** Names of providers where the conventions have another one than we. */
const PROVIDERS: Readonly<Record<string, string>> = { google: 'gcp.gemini' };

/** Embeddings have a name in the conventions, rerankers have none. */
const OPERATIONS = { embed: 'embeddings', rerank: 'rerank' } as const;

/**
 * The spans of a part of a run, the run itself as the root of all once it has ended. Names and
 * attributes follow the semantic conventions for GenAI 1.41; what they have no word for is under
 * `threadloom.`
 * @see https://opentelemetry.io/docs/specs/semconv/gen-ai/
 */
export function toOtlpSpans(run: RunTrace): OtlpSpan[] {
  const context = traceOfRun(run.runId, run.started.traceparent);
  if (!context.isSampled) return [];
  const ids = idsOf(run);
  const spans = run.spans.map((span) => toOtlpSpan(span, { run, ids, context }));
  return run.ended ? [...spans, rootSpan(run, run.ended, context)] : spans;
}

/** By index. A repeated id of a tool call is distinguished from the earlier one. */
function idsOf({ runId, trace }: RunTrace): readonly string[] {
  const taken = new Set<string>();
  return trace.spans.map((span) => {
    const key = spanKeyOf(span);
    const isRepeated = taken.has(key);
    taken.add(key);
    return spanIdOf(runId, isRepeated ? `again ${span.seq} ${key}` : key);
  });
}

type Mapping = { readonly run: RunTrace; readonly ids: readonly string[]; readonly context: TraceContext };

function toOtlpSpan(span: Span, { run, ids, context }: Mapping): OtlpSpan {
  const { index, parent, startMs = 0, endMs = startMs } = span;
  return {
    traceId: context.traceId,
    spanId: ids[index] as string,
    parentSpanId: parent === undefined ? spanIdOf(run.runId, 'run') : (ids[parent] as string),
    flags: FLAGS_LOCAL,
    name: nameOf(span, run),
    kind: span.kind === 'model' ? SPAN_KIND.client : SPAN_KIND.internal,
    startTimeUnixNano: toNanos(startMs),
    endTimeUnixNano: toNanos(endMs),
    attributes: toAttributes({ ...attributesOf(span, run), ...endOf(span) }),
    status: span.status === 'failed' ? { code: STATUS_ERROR, ...(span.error && { message: span.error }) } : {},
  };
}

/** The same name for all iterations: tracing backends aggregate by name. */
function nameOf(span: Span, run: RunFacts): string {
  switch (span.kind) {
    case 'node':
      return `node ${withoutPasses(span.nodeId)}`;
    case 'iteration':
      return `pass ${withoutPasses(span.nodeId)}`;
    case 'model':
      return `${span.operation === undefined ? 'chat' : OPERATIONS[span.operation]} ${run.models.get(span.callId ?? '')?.model.modelId ?? span.name}`;
    case 'tool':
      return `execute_tool ${span.name}`;
    case 'agent':
      return `invoke_agent ${span.name}`;
    default:
      return span.kind satisfies never;
  }
}

function withoutPasses(path: string): string {
  return path.replaceAll(/\[[\d.]+\]/g, '');
}

function attributesOf(span: Span, run: RunFacts): Attributes {
  const inNode = { 'threadloom.run.id': run.started.runId, 'threadloom.node.id': span.nodeId };
  switch (span.kind) {
    case 'node':
      return {
        ...inNode,
        'threadloom.node.attempts': span.attempts,
        ...contentsOf(span, 'threadloom.node.inputs', 'threadloom.node.output'),
      };
    case 'iteration':
      return { ...inNode, 'threadloom.pass.number': span.number };
    case 'model':
      return { ...inNode, ...modelAttributes(span, run) };
    case 'tool':
      return {
        ...inNode,
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': span.name,
        'gen_ai.tool.type': 'function',
        'gen_ai.tool.call.id': span.callId,
        ...contentsOf(span, 'gen_ai.tool.call.arguments', 'gen_ai.tool.call.result'),
      };
    case 'agent':
      return {
        ...inNode,
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': span.name,
        'gen_ai.tool.call.id': span.callId,
        ...contentsOf(span, 'gen_ai.tool.call.arguments', 'gen_ai.tool.call.result'),
      };
    default:
      return span.kind satisfies never;
  }
}

/** There is something to send only where the trace was read with its contents. */
function contentsOf({ input, output }: Span, inputName: string, outputName: string): Attributes {
  return { [inputName]: asContent(input), [outputName]: asContent(output) };
}

function modelAttributes(span: Span, { models }: RunFacts): Attributes {
  const { model, request } = models.get(span.callId ?? '') ?? {};
  const { settings = {} } = (request ?? {}) as {
    settings?: { temperature?: number; maxOutputTokens?: number; isStreamed?: boolean };
  };
  const { usage, startMs, firstTokenMs } = span;
  return {
    'gen_ai.operation.name': span.operation === undefined ? 'chat' : OPERATIONS[span.operation],
    'gen_ai.provider.name': model && (PROVIDERS[model.provider] ?? model.provider),
    'gen_ai.request.model': model?.modelId ?? span.name,
    'gen_ai.request.temperature': settings.temperature,
    'gen_ai.request.max_tokens': settings.maxOutputTokens,
    'gen_ai.request.stream': settings.isStreamed,
    'gen_ai.response.finish_reasons': finishReasonOf(span),
    'gen_ai.response.time_to_first_chunk':
      firstTokenMs === undefined || startMs === undefined ? undefined : (firstTokenMs - startMs) / 1000,
    'gen_ai.usage.input_tokens': usage?.promptTokens,
    'gen_ai.usage.output_tokens': usage?.completionTokens,
    'gen_ai.usage.cache_read.input_tokens': usage?.cachedTokens,
    'gen_ai.usage.cache_creation.input_tokens': usage?.cacheWriteTokens,
    'gen_ai.usage.reasoning.output_tokens': usage?.reasoningTokens,
    'threadloom.model.name': span.name,
    'threadloom.usage.cost_usd': usage?.costUsd,
    // asked without contents, the log's request has no messages
    ...(span.input !== undefined && modelContents(request, span)),
  };
}

function endOf({ kind, status, reason, errorCode, waits }: Span): Attributes {
  const waitedMs = waits.reduce((sum, { fromMs, toMs = fromMs }) => sum + toMs - fromMs, 0);
  return {
    'threadloom.status': status,
    'threadloom.reason': kind === 'model' ? undefined : reason,
    'threadloom.waited_ms': waits.length > 0 ? waitedMs : undefined,
    'error.type': status === 'failed' ? (errorCode ?? '_OTHER') : undefined,
  };
}

function rootSpan({ runId, started }: RunTrace, ended: NonNullable<RunTrace['ended']>, context: TraceContext): OtlpSpan {
  const { workflowName, workflowId, mode } = started;
  const { status, reason, error, tokensUsed, costUsd } = ended;
  return {
    traceId: context.traceId,
    spanId: spanIdOf(runId, 'run'),
    ...(context.parentSpanId && { parentSpanId: context.parentSpanId }),
    flags: context.parentSpanId ? FLAGS_REMOTE : FLAGS_LOCAL,
    name: `invoke_workflow ${workflowName}`,
    kind: SPAN_KIND.internal,
    startTimeUnixNano: toNanos(started.at),
    endTimeUnixNano: toNanos(Math.max(started.at, ended.at)),
    attributes: toAttributes({
      'gen_ai.operation.name': 'invoke_workflow',
      'gen_ai.workflow.name': workflowName,
      'threadloom.run.id': runId,
      'threadloom.workflow.id': workflowId,
      'threadloom.run.mode': mode,
      'threadloom.status': status,
      'threadloom.reason': reason,
      'threadloom.usage.total_tokens': tokensUsed,
      'threadloom.usage.cost_usd': costUsd,
      'error.type': status === 'failed' ? (error?.code ?? '_OTHER') : undefined,
    }),
    // a message may name the value that was wrong: it is on the node's span, where contents are sent
    status: status === 'failed' ? { code: STATUS_ERROR, ...(error && { message: error.code }) } : {},
  };
}

/** Undefined for a call that ended with its process: no model gave that reason. */
function finishReasonOf({ reason }: Span): readonly string[] | undefined {
  return reason === undefined || reason === PROCESS_LOST ? undefined : [reason.replaceAll('-', '_')];
}
