import { type NodeFinder, nodeFinder } from '#components/run-view/timeline/node-finder.ts';
import type { Span } from '#lib/run/span.ts';
import type { Trace } from '#lib/run/trace.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

export const spanFilters = ['all', 'model', 'tools', 'errors'] as const;
export type SpanFilterKind = (typeof spanFilters)[number];
export type SpanFilter = { readonly kind: SpanFilterKind; readonly text: string };

/** A row of the timeline: a span, or a node that has not started. */
export type TimelineRow = {
  /** Stable while the run is shown. */
  readonly key: string;
  readonly nodeId: string;
  /** Undefined for other spans, and for nodes that the shown workflow does not contain. */
  readonly node: WorkflowNode | undefined;
  readonly span: Span | undefined;
  readonly depth: number;
  /** undefined when there is nothing to fold away. */
  readonly isOpen: boolean | undefined;
};

type ListRowsOptions = {
  /** Of the workflow, in the order in which a run may reach them. */
  readonly nodes: readonly WorkflowNode[];
  /** The called workflows, from the run's own document; without them nodes in calls are named by id. */
  readonly workflows?: unknown;
  /** The run continues, so nodes without a span are still to come. */
  readonly isGoingOn: boolean;
  /** Keys of rows toggled by the user; iterations, of which there may be thousands, are collapsed at first. */
  readonly folded: ReadonlySet<string>;
  readonly filter: SpanFilter;
};

/** Containers with a single iteration, which gets no row of its own. */
const runsOnce: ReadonlySet<string> = new Set(['parallel', 'workflow']);

/**
 * The rows of a run: nodes in order of their first event, each with its children, then pending nodes. A filter keeps
 * matching rows and their ancestors, collapsed or not.
 */
export function listRows(trace: Trace, { nodes, workflows, isGoingOn, folded, filter }: ListRowsOptions): TimelineRow[] {
  const within = groupByParent(trace.spans);
  const nodeAt = nodeFinder(nodes, workflows);
  const isFiltered = filter.kind !== 'all' || filter.text.trim() !== '';
  const kept = isFiltered ? indexesToKeep(trace, filter, nodeAt) : undefined;
  const rows: TimelineRow[] = [];
  const add = (span: Span, lifted = 0): void => {
    if (kept && !kept.has(span.index)) return;
    if (span.kind === 'iteration' && runsOnce.has(nodeAt(span.nodeId)?.type ?? '')) {
      for (const inner of within.get(span.index) ?? []) add(inner, lifted + 1);
      return;
    }
    const key = `s${span.index}`;
    const isOpen = span.hasChildren ? isFiltered || folded.has(key) === (span.kind === 'iteration') : undefined;
    const node = span.kind === 'node' ? nodeAt(span.nodeId) : undefined;
    rows.push({ key, nodeId: span.nodeId, node, span, depth: span.depth - lifted, isOpen });
    if (isOpen) for (const inner of within.get(span.index) ?? []) add(inner, lifted);
  };
  for (const span of within.get(undefined) ?? []) add(span);
  if (!isGoingOn || isFiltered) return rows;
  const begun = new Set(rows.map(({ nodeId }) => nodeId));
  const coming = nodes.filter(({ id, parentId }) => !begun.has(id) && parentId === undefined);
  return [
    ...rows,
    ...coming.map((node) => ({ key: `n${node.id}`, nodeId: node.id, node, span: undefined, depth: 0, isOpen: undefined })),
  ];
}

function groupByParent(spans: readonly Span[]): Map<number | undefined, Span[]> {
  const groups = new Map<number | undefined, Span[]>();
  for (const span of spans) {
    const group = groups.get(span.parent);
    if (group) group.push(span);
    else groups.set(span.parent, [span]);
  }
  return groups;
}

function indexesToKeep({ spans }: Trace, filter: SpanFilter, nodeAt: NodeFinder): ReadonlySet<number> {
  const kept = new Set<number>();
  const wanted = filter.text.trim().toLowerCase();
  for (const span of spans) {
    if (!isOfKind(span, filter.kind)) continue;
    if (wanted !== '' && !wordsOf(span, nodeAt(span.nodeId)).includes(wanted)) continue;
    for (let at: number | undefined = span.index; at !== undefined && !kept.has(at); at = spans[at]?.parent) kept.add(at);
  }
  return kept;
}

function isOfKind({ kind, error, status }: Span, wanted: SpanFilterKind): boolean {
  if (wanted === 'model') return kind === 'model';
  if (wanted === 'tools') return kind === 'tool' || kind === 'agent';
  if (wanted === 'errors') return error !== undefined || status === 'failed';
  return true;
}

/** What a filter finds of a span: what its row says, and all that a model wrote. */
function wordsOf(span: Span, node: WorkflowNode | undefined): string {
  const label = span.kind === 'node' ? node?.label : undefined;
  const args = span.kind === 'tool' || span.kind === 'agent' ? JSON.stringify(span.input) : undefined;
  return [label, span.name, args, span.summary, span.error, span.reason, span.ports?.join(' '), span.text]
    .filter((part) => part !== undefined)
    .join('\n')
    .toLowerCase();
}
