import type { ForkDraft } from '#components/run-view/fork/fork-draft.ts';
import { isInWorkflowTool } from '#lib/run/node-path.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import type { Span } from '#lib/run/span.ts';

/** Where a planned run begins. */
export type PlanPart = Pick<ForkDraft, 'atSeq' | 'from' | 'iteration'>;

/** A plan that can start at a row of the timeline. */
export type RowPart = { readonly kind: 'runFrom' | 'before' | 'after' | 'iteration'; readonly part: PlanPart };

const ITERATION_INDEX = /\[(\d+)(?:\.\d+)?\]$/;

/** The plans that start at a span; none for spans inside a node, which runs as a whole. */
export function rowParts(span: Span, events: readonly PublicEvent[]): readonly RowPart[] {
  if (span.kind === 'iteration') return iterationParts(span);
  if (span.kind !== 'node' || isInWorkflowTool(span.nodeId)) return [];
  const endSeq = endOf(span, events);
  return [
    { kind: 'runFrom', part: { from: [span.nodeId] } },
    // The first event of a log is its beginning, before which there is nothing to take over.
    ...(span.seq > 1 ? [{ kind: 'before', part: { atSeq: span.seq - 1 } } as const] : []),
    ...(endSeq === undefined ? [] : [{ kind: 'after', part: { atSeq: endSeq } } as const]),
  ];
}

function iterationParts({ name }: Span): readonly RowPart[] {
  const index = ITERATION_INDEX.exec(name)?.[1];
  if (index === undefined) return [];
  return [{ kind: 'iteration', part: { iteration: { nodeId: name.replace(ITERATION_INDEX, ''), index: Number(index) } } }];
}

/** The event with which a node ended, the last time it did. */
function endOf({ nodeId, endMs }: Span, events: readonly PublicEvent[]): number | undefined {
  if (endMs === undefined) return undefined;
  return events.findLast((event) => event.type === 'node_finished' && event.nodeId === nodeId)?.seq;
}
