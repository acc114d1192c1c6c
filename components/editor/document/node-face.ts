import { isRecord } from '#lib/json/set-at-path.ts';
import type { AnyNodeDefinition } from '#lib/node-kit/define-node.ts';
import { definitionOf, ERROR_PORT, portsOf } from '#lib/workflow/node-ports.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { type PortKind, portKindOf } from './port-kind.ts';

/** Pixels at 100 %. */
export const PORT_SIZE_PX = 9;
const FACE = { widthPx: 212, heightPx: 48 };
const TOOLS_FACE_WIDTH_PX = 236;
/** The line over the rows of tools, and the space under them. */
const TOOLS_FRAME_PX = 12;
export const TOOL_ROW_PX = 18;
/** Rows; where there are more tools, the last row says how many. */
const TOOL_ROWS_MAX = 5;
const SMALL_FACE = { widthPx: 144, heightPx: 29 };
const CELLS_HEIGHT_PX = 20;
const CELL_MIN_WIDTH_PX = 56;
/** Down the right edge, clear of the title. */
const ERROR_PORT_TOP_PX = 36;

/** A port on the border of a face; `xPx` and `yPx` are its middle, from the face's corner. */
export type FacePort = {
  readonly id: string;
  readonly title: string;
  readonly kind: PortKind;
  readonly xPx: number;
  readonly yPx: number;
};

/** How large a node is drawn and where its ports are. */
export type NodeFace = {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Just icon and name. */
  readonly isSmall: boolean;
  /** What its model may call, a row each, and how many more there are. */
  readonly tools: readonly string[];
  readonly hiddenTools: number;
  readonly inputs: readonly FacePort[];
  /** The node's own, `error` aside. Several of them are named in a row of cells. */
  readonly outputs: readonly FacePort[];
  /** Small nodes begin and end a run, which does not fail there. */
  readonly error: FacePort | undefined;
};

const faces = new WeakMap<WorkflowNode, NodeFace>();

/** The face of a node; the same one as long as the node does not change. */
export function faceOf(node: WorkflowNode): NodeFace {
  const known = faces.get(node);
  if (known) return known;
  const face = makeFace(node, definitionOf(node, nodeRegistry));
  faces.set(node, face);
  return face;
}

/** Whether two faces have the same size and the same ports, apart from their tools. */
export function isSameFace(a: NodeFace, b: NodeFace): boolean {
  const isSameSize = a.widthPx === b.widthPx && a.heightPx === b.heightPx;
  return isSameSize && a.error?.id === b.error?.id && areSamePorts(a.inputs, b.inputs) && areSamePorts(a.outputs, b.outputs);
}

function areSamePorts(some: readonly FacePort[], others: readonly FacePort[]): boolean {
  const isSame = (a: FacePort, b: FacePort | undefined) =>
    a.id === b?.id && a.title === b.title && a.kind === b.kind && a.xPx === b.xPx && a.yPx === b.yPx;
  return some.length === others.length && some.every((port, index) => isSame(port, others[index]));
}

function makeFace(node: WorkflowNode, definition: AnyNodeDefinition | undefined): NodeFace {
  const isSmall = definition?.category === 'flow';
  const outputs = definition ? Object.entries(portsOf(definition, node.config) ?? {}) : [];
  const hasCells = outputs.length > 1;
  const { tools, hiddenTools } = toolRowsOf(node);
  const rowCount = tools.length + (hiddenTools > 0 ? 1 : 0);
  const base = isSmall ? SMALL_FACE : FACE;
  const plainPx = rowCount > 0 ? TOOLS_FACE_WIDTH_PX : base.widthPx;
  const widthPx = hasCells ? Math.max(plainPx, outputs.length * CELL_MIN_WIDTH_PX) : plainPx;
  const toolsPx = rowCount > 0 ? TOOLS_FRAME_PX + rowCount * TOOL_ROW_PX : 0;
  const heightPx = base.heightPx + toolsPx + (hasCells ? CELLS_HEIGHT_PX : 0);
  const spread = (index: number, count: number) => Math.round((widthPx * (index + 0.5)) / count);
  const inputs = definition?.inputs ?? ['in'];
  return {
    widthPx,
    heightPx,
    isSmall,
    tools,
    hiddenTools,
    inputs: inputs.map((id, index) => ({ id, title: id, kind: 'any', xPx: spread(index, inputs.length), yPx: 0 })),
    outputs: (definition ? outputs : [['out', { title: 'out', schema: {} }] as const]).map(
      ([id, { title, schema }], index, all) => ({
        id,
        title,
        kind: portKindOf(schema),
        xPx: spread(index, all.length),
        yPx: heightPx,
      }),
    ),
    error: isSmall ? undefined : { id: ERROR_PORT, title: ERROR_PORT, kind: 'error', xPx: widthPx, yPx: ERROR_PORT_TOP_PX },
  };
}

/** The rows are those of the config, not of a run: a face that grew with a run would push its neighbours. */
function toolRowsOf({ type, config }: WorkflowNode): Pick<NodeFace, 'tools' | 'hiddenTools'> {
  const offers =
    type === 'llm' && config.toolMode !== 'none' && Array.isArray(config.availableTools) ? config.availableTools : [];
  const all = [...new Set(offers.flatMap(offeredName))];
  if (all.length <= TOOL_ROWS_MAX) return { tools: all, hiddenTools: 0 };
  const tools = all.slice(0, TOOL_ROWS_MAX - 1);
  return { tools, hiddenTools: all.length - tools.length };
}

/** What the model calls it. */
function offeredName(offer: unknown): string[] {
  if (typeof offer === 'string') return [offer];
  const { name, tool } = isRecord(offer) ? offer : {};
  const shown = name ?? tool;
  return typeof shown === 'string' ? [shown] : [];
}
