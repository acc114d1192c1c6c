'use client';
import { useId } from 'react';
import { GRAPH, type GraphPicture } from '#components/pages/templates/layout-graph.ts';
import { NodeIcon } from '#components/ui/node-icon.tsx';

const HALF = GRAPH.box / 2;
const ICON = 14;

const edgeLooks: Readonly<Record<GraphPicture['edges'][number]['state'], string>> = {
  succeeded: 'stroke-ink-2',
  failed: 'stroke-ink-2',
  waiting: 'stroke-ink-2',
  cancelled: 'stroke-line-3',
  queued: 'stroke-line-3',
  skipped: 'stroke-line-3 [stroke-dasharray:2_3]',
  tool: 'stroke-line-3 [stroke-dasharray:1_3]',
};

/** A workflow in small: its nodes with their pictures, its edges, and the states of its sample run. */
export function GraphView({ graph, label }: { graph: GraphPicture; label: string }) {
  const dots = useId();
  return (
    <svg
      viewBox={`0 3 ${graph.width} ${GRAPH.height - 6}`}
      role="img"
      aria-label={label}
      className="block aspect-[288/106] h-auto w-full border-b border-line-1 bg-canvas"
    >
      <defs>
        <pattern id={dots} width="12" height="12" patternUnits="userSpaceOnUse">
          <circle cx="2" cy="2" r=".8" className="fill-(--dot)" />
        </pattern>
      </defs>
      <rect width={graph.width} height={GRAPH.height} fill={`url(#${dots})`} />
      <g fill="none" strokeWidth="1.25" strokeLinecap="round">
        {graph.edges.map(({ path, state }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: edges have no identity here, may overlap, and never move
          <path key={index} d={path} className={edgeLooks[state]} />
        ))}
      </g>
      {graph.boxes.map((box, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: boxes have no identity here and never move
        <Box key={index} {...box} />
      ))}
    </svg>
  );
}

function Box({ x, y, type, state }: GraphPicture['boxes'][number]) {
  const isIdle = state === 'skipped' || state === 'queued';
  return (
    <g data-state={state}>
      <rect
        x={x - HALF + 0.5}
        y={y - HALF + 0.5}
        width={GRAPH.box - 1}
        height={GRAPH.box - 1}
        rx="4"
        className={`${state === 'skipped' ? 'fill-canvas [stroke-dasharray:2_2]' : 'fill-raised'} ${state === 'waiting' || state === 'failed' ? 'stroke-state-line' : 'stroke-line-2'}`}
      />
      <foreignObject
        x={x - ICON / 2}
        y={y - ICON / 2 - 1}
        width={ICON}
        height={ICON}
        className={isIdle ? '' : '[&_svg]:text-ink-1'}
      >
        <NodeIcon type={type} />
      </foreignObject>
      {isIdle ? null : (
        <rect x={x - HALF + 1.5} y={y + HALF - 4} width={GRAPH.box - 3} height="2.5" className="fill-state-line" />
      )}
      {state === 'waiting' ? (
        <g transform={`translate(${x + HALF - 6} ${y - HALF - 6})`} fill="none" stroke="currentColor" className="text-waiting">
          <path d="M6 .9 11.1 6 6 11.1 .9 6Z" strokeWidth="1.3" className="fill-waiting-bg" />
          <path d="M4.9 4.4v3.2M7.1 4.4v3.2" strokeWidth="1.4" strokeLinecap="round" />
        </g>
      ) : null}
    </g>
  );
}
