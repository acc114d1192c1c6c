import { containerPathsOf, iterationsOf } from './node-path.ts';
import { newSpan, type Span, type SpanKind } from './span.ts';
import type { Trace } from './trace.ts';

/** A trace that is being made, and what of it is no longer shared with the one before. */
export type TraceDraft = {
  readonly spans: Span[];
  readonly spanIndexes: Map<string, number>;
  readonly asks: Map<string, readonly number[]>;
  readonly open: Set<number>;
  /** Indexes of spans that were copied for this draft, and may be changed. */
  readonly owned: Set<number>;
  lastSeq: number;
};

export function draftOfTrace({ spans, spanIndexes: places, asks, open, lastSeq }: Trace): TraceDraft {
  return { spans: [...spans], spanIndexes: new Map(places), asks: new Map(asks), open: new Set(open), owned: new Set(), lastSeq };
}

export function changeSpan(draft: TraceDraft, place: number, change: (span: Span) => Partial<Span>): void {
  const span = draft.spans[place];
  if (!span) throw new RangeError(`There is no span ${place}`);
  const own: Record<string, unknown> & Span = draft.owned.has(place) ? span : { ...span };
  // What a span has none of and gets none of stays left out.
  for (const [field, value] of Object.entries(change(span))) if (value !== undefined || field in own) own[field] = value;
  draft.owned.add(place);
  draft.spans[place] = own;
}

/** The waits, all ended; the same list where none was open. */
export function endedWaits(waits: Span['waits'], at: number): Span['waits'] {
  return waits.some(({ toMs }) => toMs === undefined) ? waits.map((wait) => ({ ...wait, toMs: wait.toMs ?? at })) : waits;
}

/** Adds an open span within another, or a node; @returns its place */
export function addSpan(
  draft: TraceDraft,
  parent: number | undefined,
  make: (about: Pick<Span, 'place' | 'parent' | 'depth'>) => Span,
): number {
  const place = draft.spans.length;
  const around = parent === undefined ? undefined : draft.spans[parent];
  draft.spans.push(make({ place, parent, depth: around ? around.depth + 1 : 0 }));
  draft.owned.add(place);
  draft.open.add(place);
  if (parent !== undefined && !around?.hasChildren) changeSpan(draft, parent, () => ({ hasChildren: true }));
  return place;
}

/** The span of a node; a new one, not started, for its first event. */
export function nodeSpanIndex(draft: TraceDraft, { nodeId, seq }: { nodeId: string; seq: number }): number {
  const known = draft.spanIndexes.get(nodeId);
  if (known !== undefined) return known;
  const place = addSpan(draft, placeAround(draft, { nodeId, seq }), (about) =>
    newSpan({ ...about, kind: 'node', nodeId, name: nodeId, seq }),
  );
  draft.spanIndexes.set(nodeId, place);
  return place;
}

/** The span around a node: its iteration, or the container itself; undefined in the root scope. */
function placeAround(draft: TraceDraft, { nodeId, seq }: { nodeId: string; seq: number }): number | undefined {
  const container = containerPathsOf(nodeId).at(-1);
  if (container === undefined) return undefined;
  const around = nodeSpanIndex(draft, { nodeId: container, seq });
  const name = nodeId.slice(0, nodeId.lastIndexOf('/'));
  if (name === container) return around;
  const known = draft.spanIndexes.get(`pass ${name}`);
  if (known !== undefined) return known;
  const number = (iterationsOf(nodeId).at(-1)?.index ?? 0) + 1;
  const place = addSpan(draft, around, (about) => newSpan({ ...about, kind: 'pass', nodeId: container, name, number, seq }));
  draft.spanIndexes.set(`pass ${name}`, place);
  return place;
}

/** An iteration is open as long as one of its nodes is. */
export function resumeIteration(draft: TraceDraft, node: number, at: number): void {
  const pass = placeOfPass(draft, node);
  if (pass === undefined) return;
  changeSpan(draft, pass, ({ status, startMs }) => ({
    status: status === 'waiting' ? 'waiting' : 'running',
    startMs: startMs ?? at,
    endMs: undefined,
  }));
  draft.open.add(pass);
}

/** An iteration has ended once nothing within it is open; the first failure stays its error. */
export function endIteration(draft: TraceDraft, node: number, at: number): void {
  const pass = placeOfPass(draft, node);
  const end = draft.spans[node]?.status;
  if (pass === undefined || !end || end === 'running' || end === 'waiting') return;
  const isOpen = [...draft.open].some((place) => {
    const span = draft.spans[place];
    return place !== pass && span !== undefined && isWithin(draft, span, pass);
  });
  changeSpan(draft, pass, ({ status, startMs, endMs }) => {
    if (end === 'skipped' && startMs === undefined) return { status: 'skipped' };
    const isFailed = end === 'failed' || (status === 'failed' && end !== 'succeeded');
    const ended = isFailed ? 'failed' : end === 'skipped' ? 'succeeded' : end;
    return isOpen ? { status, endMs } : { status: ended, endMs: at };
  });
  if (!isOpen) draft.open.delete(pass);
}

function placeOfPass({ spans }: TraceDraft, node: number): number | undefined {
  const parent = spans[node]?.parent;
  return parent !== undefined && spans[parent]?.kind === 'pass' ? parent : undefined;
}

type Closing = { at: number; status: Span['status']; kinds?: readonly SpanKind[] };

/** Nothing comes any more: what had not ended by itself inside a span, or anywhere, was broken off. */
export function closeWithin(draft: TraceDraft, around: number | undefined, { at, status, kinds }: Closing): void {
  for (const place of draft.open) {
    const span = draft.spans[place];
    if (!span || place === around || !isWithin(draft, span, around) || (kinds && !kinds.includes(span.kind))) continue;
    changeSpan(draft, place, ({ waits, startMs }) => ({
      status,
      endMs: startMs === undefined ? undefined : at,
      waits: endedWaits(waits, at),
    }));
    draft.open.delete(place);
  }
}

/** Ends the wait for a decision, and for no other. */
export function endWaits(draft: TraceDraft, actionId: string, at: number): void {
  const waiting = draft.asks.get(actionId) ?? [];
  draft.asks.delete(actionId);
  const asked = new Set([...draft.asks.values()].flat());
  for (const place of waiting) {
    if (asked.has(place) || !draft.open.has(place)) continue;
    changeSpan(draft, place, ({ waits }) => ({
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
