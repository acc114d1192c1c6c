import { flowOrder } from '#lib/workflow/flow-order.ts';
import type { Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';

/** How a node of a sample run ended, or `waiting`; `queued` for one that did not start. */
export type SampleState = 'succeeded' | 'failed' | 'skipped' | 'waiting' | 'cancelled' | 'queued';

/** A small drawing of a workflow, from left to right, with the states of a run. */
export type GraphPicture = {
  readonly width: number;
  readonly boxes: readonly { readonly x: number; readonly y: number; readonly type: string; readonly state: SampleState }[];
  readonly edges: readonly { readonly path: string; readonly state: SampleState | 'tool' }[];
};

/** Pixels of the drawing; a wide graph makes it wider. */
export const GRAPH = { width: 288, height: 112, box: 28 } as const;
const MIDDLE = GRAPH.height / 2;
const MARGIN = 26;
const MAX_STEP = 94;
const MIN_STEP = 39;
const CORNER = 4;
/** Tools drawn below a model; the others are omitted. */
const MAX_TOOLS = 3;
const TOOL_STEP = 42;
const WITH_TOOLS = { node: 34, tool: 86 } as const;

type Placed = { readonly column: number; readonly x: number; readonly y: number };
type States = Readonly<Record<string, SampleState>>;

/** The top-level nodes in columns by their distance from the start. Nodes without a state are queued. */
export function layoutGraph(workflow: Pick<Workflow, 'nodes' | 'edges'>, states: States = {}): GraphPicture {
  const nodes = flowOrder(workflow).filter(({ parentId }) => parentId === undefined);
  const columns = columnsOf(nodes, workflow.edges);
  const last = Math.max(0, ...columns.values());
  const step = last === 0 ? 0 : Math.min(MAX_STEP, Math.max(MIN_STEP, (GRAPH.width - 2 * MARGIN) / last));
  const width = Math.max(GRAPH.width, Math.ceil(2 * MARGIN + step * last));
  const hasRoomBelow = new Set(columns.values()).size === nodes.length;
  const toolsOf = (node: WorkflowNode) => (hasRoomBelow ? toolNames(node).slice(0, MAX_TOOLS) : []);
  const hasTools = nodes.some((node) => toolsOf(node).length > 0);
  const placed = place(nodes, columns, { left: (width - step * last) / 2, step, middle: hasTools ? WITH_TOOLS.node : MIDDLE });
  const stateOf = (id: string) => states[id] ?? 'queued';
  const tools = nodes.flatMap((node) => {
    const at = placed.get(node.id);
    const names = toolsOf(node);
    return at ? names.map((_, index) => ({ at, x: at.x + (index - (names.length - 1) / 2) * TOOL_STEP, node })) : [];
  });
  return {
    width,
    boxes: [
      ...nodes.flatMap(({ id, type }) => {
        const at = placed.get(id);
        return at ? [{ x: at.x, y: at.y, type, state: stateOf(id) }] : [];
      }),
      ...tools.map(({ x, node }) => ({ x, y: WITH_TOOLS.tool, type: 'tool-call', state: stateOf(node.id) })),
    ],
    edges: [
      ...workflow.edges.flatMap(({ source, target }) => {
        const [from, to] = [placed.get(source), placed.get(target)];
        if (!from || !to || from.column >= to.column) return [];
        return [{ path: pathBetween(from, to), state: edgeState(stateOf(source), stateOf(target)) }];
      }),
      ...tools.map(({ at, x }) => ({ path: pathDown(at, x), state: 'tool' as const })),
    ],
  };
}

function columnsOf(nodes: readonly WorkflowNode[], edges: Workflow['edges']): Map<string, number> {
  const columns = new Map<string, number>();
  for (const { id } of nodes) {
    const before = edges.filter(({ target }) => target === id).flatMap(({ source }) => columns.get(source) ?? []);
    columns.set(id, before.length === 0 ? 0 : Math.max(...before) + 1);
  }
  return columns;
}

type Ground = { readonly left: number; readonly step: number; readonly middle: number };

function place(nodes: readonly WorkflowNode[], columns: ReadonlyMap<string, number>, { left, step, middle }: Ground) {
  const placed = new Map<string, Placed>();
  const byColumn = Map.groupBy(nodes, ({ id }) => columns.get(id) ?? 0);
  for (const [column, members] of byColumn) {
    const rowStep = members.length <= 2 ? 2 * GRAPH.box : Math.min(34, (GRAPH.height - GRAPH.box) / (members.length - 1));
    for (const [row, { id }] of members.toSorted((a, b) => a.position.x - b.position.x).entries())
      placed.set(id, { column, x: left + column * step, y: middle + (row - (members.length - 1) / 2) * rowStep });
  }
  return placed;
}

function toolNames({ type, config }: WorkflowNode): readonly unknown[] {
  const { tools } = config as { tools?: unknown };
  return type === 'llm' && Array.isArray(tools) ? tools : [];
}

function edgeState(from: SampleState, to: SampleState): SampleState {
  if (from === 'skipped' || to === 'skipped') return 'skipped';
  return to === 'queued' ? 'queued' : 'succeeded';
}

/** Level, or with one step before the target. */
function pathBetween(from: Placed, to: Placed): string {
  const [x1, x2] = [from.x + GRAPH.box / 2, to.x - GRAPH.box / 2];
  if (from.y === to.y) return `M${x1} ${from.y}H${x2}`;
  const turn = to.column - from.column > 1 ? x2 - 9.5 : (x1 + x2) / 2;
  const d = to.y > from.y ? CORNER : -CORNER;
  return `M${x1} ${from.y}H${turn - CORNER}Q${turn} ${from.y} ${turn} ${from.y + d}V${to.y - d}Q${turn} ${to.y} ${turn + CORNER} ${to.y}H${x2}`;
}

function pathDown({ x, y }: Placed, toolX: number): string {
  const [top, bottom] = [y + GRAPH.box / 2, WITH_TOOLS.tool - GRAPH.box / 2];
  if (toolX === x) return `M${x} ${top}V${bottom}`;
  const turn = (top + bottom) / 2;
  const d = Math.sign(toolX - x) * CORNER;
  return `M${x} ${top}V${turn - CORNER}Q${x} ${turn} ${x + d} ${turn}H${toolX - d}Q${toolX} ${turn} ${toolX} ${turn + CORNER}V${bottom}`;
}
