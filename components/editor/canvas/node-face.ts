import type { AnyNodeDefinition } from '#lib/node-kit/define-node.ts';
import { definitionOf, ERROR_PORT, portsOf } from '#lib/workflow/node-ports.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { type PortKind, portKindOf } from './port-kind.ts';

/** Pixels at 100 %. */
export const PORT_SIZE_PX = 9;
const FACE = { widthPx: 212, heightPx: 48 };
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

function makeFace(node: WorkflowNode, definition: AnyNodeDefinition | undefined): NodeFace {
  const isSmall = definition?.category === 'flow';
  const outputs = definition ? Object.entries(portsOf(definition, node.config) ?? {}) : [];
  const hasCells = outputs.length > 1;
  const base = isSmall ? SMALL_FACE : FACE;
  const widthPx = hasCells ? Math.max(base.widthPx, outputs.length * CELL_MIN_WIDTH_PX) : base.widthPx;
  const heightPx = base.heightPx + (hasCells ? CELLS_HEIGHT_PX : 0);
  const spread = (index: number, count: number) => Math.round((widthPx * (index + 0.5)) / count);
  const inputs = definition?.inputs ?? ['in'];
  return {
    ...{ widthPx, heightPx, isSmall },
    inputs: inputs.map((id, index) => ({ id, title: id, kind: 'any', xPx: spread(index, inputs.length), yPx: 0 })),
    outputs: (definition ? outputs : [['out', { title: 'out', schema: {} }] as const]).map(
      ([id, { title, schema }], index, all) => ({
        ...{ id, title, kind: portKindOf(schema) },
        ...{ xPx: spread(index, all.length), yPx: heightPx },
      }),
    ),
    error: isSmall ? undefined : { id: ERROR_PORT, title: ERROR_PORT, kind: 'error', xPx: widthPx, yPx: ERROR_PORT_TOP_PX },
  };
}
