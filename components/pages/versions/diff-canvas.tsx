'use client';
import { useTranslations } from 'use-intl';
import { type Frames, framesOf } from '#components/editor/document/container-frames.ts';
import { useNames } from '#components/run-view/use-names.ts';
import { depthsOf } from '#lib/workflow/depths-of.ts';
import { spreadStackedNodes } from '#lib/workflow/spread-stacked-nodes.ts';
import type { Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';

export type NodeMark = 'added' | 'removed' | 'changed';
type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

const NODE = { width: 212, height: 48 } as const;
const END = { width: 144, height: 32 } as const;
const MARGIN = 24;
const LABEL_MAX = 24;

const looks: Readonly<Record<NodeMark, { state: string; sign: string }>> = {
  added: { state: 'succeeded', sign: '+' },
  removed: { state: 'failed', sign: '−' },
  changed: { state: 'waiting', sign: '≠' },
};

/** The bounds of both documents together, so that unmoved nodes are at the same position on both sides. */
export function frameOf(workflows: readonly Workflow[]): Box {
  const boxes = workflows.flatMap((workflow) => {
    const nodes = spreadStackedNodes(workflow);
    return nodes.map((node) => boxOf(node, framesOf(nodes)));
  });
  if (boxes.length === 0) return { x: 0, y: 0, ...NODE };
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x: x - MARGIN, y: y - MARGIN, width: right - x + 2 * MARGIN, height: bottom - y + 2 * MARGIN };
}

function boxOf({ id, type, position }: WorkflowNode, frames: Frames): Box {
  const frame = frames.get(id);
  // Positions are the middle of a node, and all boxes are shifted right by the same distance.
  if (frame) return { ...frame, x: frame.x + NODE.width / 2 };
  const size = type === 'start' || type === 'end' ? END : NODE;
  return { x: position.x + (NODE.width - size.width) / 2, y: position.y, ...size };
}

type DiffCanvasProps = { label: string; workflow: Workflow; frame: Box; marks: ReadonlyMap<string, NodeMark> };

/** A workflow to look at, with what is different marked. The list below says the same in words. */
export function DiffCanvas({ label, workflow, frame, marks }: DiffCanvasProps) {
  const nodes = spreadStackedNodes(workflow);
  const frames = framesOf(nodes);
  const boxes = new Map(nodes.map((node) => [node.id, boxOf(node, frames)]));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`}
      preserveAspectRatio="xMidYMid meet"
      className="h-full min-h-0 w-full"
      // Nodes are never larger than on the canvas.
      style={{ maxWidth: frame.width, maxHeight: frame.height }}
    >
      <g className="fill-transparent stroke-line-3" strokeWidth="1.5">
        {workflow.edges.map(({ source, sourceHandle, target, targetHandle }) => {
          const [from, to] = [boxes.get(source), boxes.get(target)];
          const key = `${source} ${sourceHandle} ${target} ${targetHandle}`;
          return from && to ? <path key={key} d={curve(from, to)} /> : null;
        })}
      </g>
      {outermostFirst(nodes, frames).map((node) => (
        <NodeBox key={node.id} node={node} box={boxOf(node, frames)} isFrame={frames.has(node.id)} mark={marks.get(node.id)} />
      ))}
    </svg>
  );
}

/** Nodes in a frame are drawn above it. */
function outermostFirst(nodes: readonly WorkflowNode[], frames: Frames): WorkflowNode[] {
  const depthOf = depthsOf(nodes);
  const rank = (node: WorkflowNode) => (frames.has(node.id) ? depthOf(node) : Number.POSITIVE_INFINITY);
  return [...nodes].sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
}

type NodeBoxProps = { node: WorkflowNode; box: Box; isFrame: boolean; mark: NodeMark | undefined };

function NodeBox({ node, box, isFrame, mark }: NodeBoxProps) {
  const t = useTranslations('versions');
  const { labelOf } = useNames();
  const { x, y, width, height } = box;
  const nameHeight = isFrame ? NODE.height : height;
  const look = mark && looks[mark];
  const label = labelOf(node);
  return (
    <g data-node-mark={mark} data-node={node.id} data-state={look?.state}>
      <title>{mark ? `${label}: ${t(`marks.${mark}`)}` : label}</title>
      <rect
        x={x}
        y={y}
        width={width}
        height={height}
        rx="4"
        strokeWidth={look ? 2.5 : 1}
        strokeDasharray={mark === 'removed' ? '7 5' : undefined}
        className={look ? 'fill-state-bg stroke-state' : isFrame ? 'fill-panel stroke-line-2' : 'fill-raised stroke-line-2'}
      />
      <text x={x + 12} y={y + nameHeight / 2 + 5} fontSize="15" className="fill-ink-1 font-ui font-title">
        {label.length > LABEL_MAX ? `${label.slice(0, LABEL_MAX)}…` : label}
      </text>
      {look ? (
        <text
          x={x + width - 18}
          y={y + nameHeight / 2 + 7}
          fontSize="20"
          textAnchor="middle"
          className="fill-state font-ui font-title"
        >
          {look.sign}
        </text>
      ) : null}
    </g>
  );
}

function curve(from: Box, to: Box): string {
  const start = { x: from.x + from.width / 2, y: from.y + from.height };
  const end = { x: to.x + to.width / 2, y: to.y };
  const bend = Math.max(Math.abs(end.y - start.y) / 2, 16);
  return `M${start.x} ${start.y}C${start.x} ${start.y + bend} ${end.x} ${end.y - bend} ${end.x} ${end.y}`;
}
