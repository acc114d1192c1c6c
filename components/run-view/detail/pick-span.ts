import { type CallSpan, isCallSpan } from '#components/run-view/detail/span-detail.tsx';
import type { RunState } from '#lib/run/run-state.ts';
import type { Span } from '#lib/run/span.ts';

/** The part of a run to show while none is chosen: `failed` is its first failure, `last` its last call. */
export type PickedSpan = { readonly why: 'failed' | 'last'; readonly span: Span };

/**
 * The call or node that failed the run; else the last model call, the last tool call or the last node that ended.
 * Undefined before anything has started.
 */
export function pickSpan(spans: readonly Span[], { status, error }: Pick<RunState, 'status' | 'error'>): PickedSpan | undefined {
  const failed = status === 'failed' ? failedSpan(spans, error?.nodeId) : undefined;
  if (failed) return { why: 'failed', span: failed };
  const calls = spans.filter(isCallSpan).filter(({ operation }) => !operation);
  const ended = spans.filter(({ kind, startMs }) => kind === 'node' && startMs !== undefined);
  const last = calls.findLast(({ kind }) => kind === 'model') ?? calls.at(-1) ?? ended.at(-1);
  return last && { why: 'last', span: last };
}

function failedSpan(spans: readonly Span[], nodeId: string | undefined): Span | undefined {
  const failed = spans.filter(({ status }) => status === 'failed');
  const own = nodeId === undefined ? failed : failed.filter((span) => span.nodeId === nodeId);
  // Errors of tools are results that a model reads; the node or its model call is what failed.
  return (
    own.find(({ kind, operation }) => kind === 'model' && !operation) ?? own.find(({ kind }) => kind === 'node') ?? failed[0]
  );
}

/** The part of the run's address that shows a span. */
export function partOfSpan(span: Span): { readonly nodeId: string; readonly spanSeq: number | undefined } {
  return { nodeId: span.nodeId, spanSeq: isCallSpan(span) ? span.seq : undefined };
}

/** The nodes and calls of a run in their order, through which one steps. */
export function stepsOf(spans: readonly Span[]): readonly (Span | CallSpan)[] {
  return spans.filter((span) => isCallSpan(span) || (span.kind === 'node' && span.startMs !== undefined));
}
