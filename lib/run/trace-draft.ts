import { containerPathsOf, iterationsOf } from './node-path.ts';
import { newSpan, type Span, type SpanKind } from './span.ts';
import type { Trace } from './trace.ts';

/** A mutable copy of a trace. Spans are copied on the first write. */
export type TraceDraft = {
  readonly spans: Span[];
  readonly spanIndexes: Map<string, number>;
  readonly spansByApproval: Map<string, readonly number[]>;
  readonly open: Set<number>;
  /** Indexes of the spans that were already copied and may be written. */
  readonly owned: Set<number>;
  lastSeq: number;
  lastMs: number;
};

export function draftOfTrace({ spans, spanIndexes, spansByApproval, open, lastSeq, lastMs }: Trace): TraceDraft {
  return {
    spans: [...spans],
    spanIndexes: new Map(spanIndexes),
    spansByApproval: new Map(spansByApproval),
    open: new Set(open),
    owned: new Set(),
    lastSeq,
    lastMs,
  };
}

export function changeSpan(draft: TraceDraft, index: number, change: (span: Span) => Partial<Span>): void {
  const span = draft.spans[index];
  if (!span) throw new RangeError(`There is no span ${index}`);
  const own: Record<string, unknown> & Span = draft.owned.has(index) ? span : { ...span };
  // Does not add fields that are undefined: see the defaults in span.ts.
  for (const [field, value] of Object.entries(change(span))) if (value !== undefined || field in own) own[field] = value;
  draft.owned.add(index);
  draft.spans[index] = own;
}

/** Ends all open waits; returns the same list if none was open. */
export function endedWaits(waits: Span['waits'], at: number): Span['waits'] {
  return waits.some(({ toMs }) => toMs === undefined) ? waits.map((wait) => ({ ...wait, toMs: wait.toMs ?? at })) : waits;
}

/** Adds an open span. @returns its index */
export function addSpan(
  draft: TraceDraft,
  parent: number | undefined,
  make: (fields: Pick<Span, 'index' | 'parent' | 'depth'>) => Span,
): number {
  const index = draft.spans.length;
  const around = parent === undefined ? undefined : draft.spans[parent];
  draft.spans.push(make({ index, parent, depth: around ? around.depth + 1 : 0 }));
  draft.owned.add(index);
  draft.open.add(index);
  if (parent !== undefined && !around?.hasChildren) changeSpan(draft, parent, () => ({ hasChildren: true }));
  return index;
}

/** Index of a node's span, which is created, not started, by the node's first event. */
export function nodeSpanIndex(draft: TraceDraft, { nodeId, seq }: { nodeId: string; seq: number }): number {
  const known = draft.spanIndexes.get(nodeId);
  if (known !== undefined) return known;
  const index = addSpan(draft, parentSpanIndex(draft, { nodeId, seq }), (fields) =>
    newSpan({ ...fields, kind: 'node', nodeId, name: nodeId, seq }),
  );
  draft.spanIndexes.set(nodeId, index);
  return index;
}

/** Index of a node's parent span: its iteration or container; undefined in the root scope. */
function parentSpanIndex(draft: TraceDraft, { nodeId, seq }: { nodeId: string; seq: number }): number | undefined {
  const container = containerPathsOf(nodeId).at(-1);
  if (container === undefined) return undefined;
  const around = nodeSpanIndex(draft, { nodeId: container, seq });
  const name = nodeId.slice(0, nodeId.lastIndexOf('/'));
  if (name === container) return around;
  const known = draft.spanIndexes.get(`pass ${name}`);
  if (known !== undefined) return known;
  const number = (iterationsOf(nodeId).at(-1)?.index ?? 0) + 1;
  const index = addSpan(draft, around, (fields) =>
    newSpan({ ...fields, kind: 'iteration', nodeId: container, name, number, seq }),
  );
  draft.spanIndexes.set(`pass ${name}`, index);
  return index;
}

/** An iteration is open as long as one of its nodes is. */
export function resumeIteration(draft: TraceDraft, node: number, at: number): void {
  const iteration = iterationSpanIndex(draft, node);
  if (iteration === undefined) return;
  changeSpan(draft, iteration, ({ status, startMs }) => ({
    status: status === 'waiting' ? 'waiting' : 'running',
    startMs: startMs ?? at,
    endMs: undefined,
  }));
  draft.open.add(iteration);
}

/** An iteration has ended once nothing within it is open; the first failure stays its error. */
export function endIteration(draft: TraceDraft, node: number, at: number): void {
  const iteration = iterationSpanIndex(draft, node);
  const end = draft.spans[node]?.status;
  if (iteration === undefined || !end || end === 'running' || end === 'waiting') return;
  const isOpen = [...draft.open].some((index) => {
    const span = draft.spans[index];
    return index !== iteration && span !== undefined && isWithin(draft, span, iteration);
  });
  changeSpan(draft, iteration, ({ status, startMs, endMs }) => {
    if (end === 'skipped' && startMs === undefined) return { status: 'skipped' };
    const isFailed = end === 'failed' || (status === 'failed' && end !== 'succeeded');
    const ended = isFailed ? 'failed' : end === 'skipped' ? 'succeeded' : end;
    return isOpen ? { status, endMs } : { status: ended, endMs: at };
  });
  if (!isOpen) draft.open.delete(iteration);
}

function iterationSpanIndex({ spans }: TraceDraft, node: number): number | undefined {
  const parent = spans[node]?.parent;
  return parent !== undefined && spans[parent]?.kind === 'iteration' ? parent : undefined;
}

type Closing = { at: number; status: Span['status']; kinds?: readonly SpanKind[]; reason?: string };

/** Ends all open spans inside a span; without one, all open spans. */
export function closeWithin(draft: TraceDraft, around: number | undefined, { at, status, kinds, reason }: Closing): void {
  for (const index of draft.open) {
    const span = draft.spans[index];
    if (!span || index === around || !isWithin(draft, span, around) || (kinds && !kinds.includes(span.kind))) continue;
    changeSpan(draft, index, ({ waits, startMs }) => ({
      status,
      endMs: startMs === undefined ? undefined : at,
      waits: endedWaits(waits, at),
      reason,
    }));
    draft.open.delete(index);
  }
}

/** Ends the waits for one approval, except in spans that wait for another one too. */
export function endWaits(draft: TraceDraft, actionId: string, at: number): void {
  const waiting = draft.spansByApproval.get(actionId) ?? [];
  draft.spansByApproval.delete(actionId);
  const stillWaiting = new Set([...draft.spansByApproval.values()].flat());
  for (const index of waiting) {
    if (stillWaiting.has(index) || !draft.open.has(index)) continue;
    changeSpan(draft, index, ({ waits }) => ({
      status: 'running',
      waits: endedWaits(waits, at),
    }));
  }
}

function isWithin({ spans }: TraceDraft, { parent }: Span, around: number | undefined): boolean {
  if (around === undefined) return true;
  for (let at = parent; at !== undefined; at = spans[at]?.parent) if (at === around) return true;
  return false;
}
