'use client';
import { layoutSteps, STEP, type StepBox } from '#components/pages/graph/layout-steps.ts';
import type { GraphOutline } from '#lib/workflow/graph-outline.ts';

const MARGIN = 12;
const NAME_MAX = 24;
const ENDS: readonly string[] = ['__start__', '__end__'];

type GraphDrawingProps = {
  label: string;
  graph: GraphOutline;
  /** A second line below the name of a step, such as its number of nodes. */
  noteOf: (name: string) => string | undefined;
};

/** The steps of a graph from top to bottom. The list next to it says the same in words. */
export function GraphDrawing({ label, graph, noteOf }: GraphDrawingProps) {
  const { boxes, width, height } = layoutSteps(graph);
  return (
    <svg
      role="img"
      aria-label={label}
      width={width + 2 * MARGIN}
      height={height + 2 * MARGIN}
      viewBox={`${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}`}
      className="mx-auto block"
    >
      <g className="fill-transparent stroke-line-3" strokeWidth="1.5">
        {graph.edges.map(({ source, target }) => {
          const [from, to] = [boxes.get(source), boxes.get(target)];
          return from && to ? <path key={`${source} ${target}`} d={curve(from, to)} /> : null;
        })}
      </g>
      {[...boxes.values()].map((box) => (
        <Step key={box.name} box={box} note={noteOf(box.name)} />
      ))}
    </svg>
  );
}

function Step({ box: { name, x, y }, note }: { box: StepBox; note: string | undefined }) {
  const isEnd = ENDS.includes(name);
  const middle = x + STEP.width / 2;
  return (
    <g data-step={name}>
      <title>{name}</title>
      <rect
        x={x}
        y={y}
        width={STEP.width}
        height={STEP.height}
        rx={isEnd ? STEP.height / 2 : 6}
        className={isEnd ? 'fill-chrome stroke-line-2' : 'fill-panel stroke-line-3'}
      />
      <text x={middle} y={y + (note ? 19 : 27)} textAnchor="middle" className="fill-ink-1 text-body">
        {name.length > NAME_MAX ? `${name.slice(0, NAME_MAX - 1)}…` : name}
      </text>
      {note ? (
        <text x={middle} y={y + 35} textAnchor="middle" className="fill-ink-3 text-meta">
          {note}
        </text>
      ) : null}
    </g>
  );
}

function curve(from: StepBox, to: StepBox): string {
  const [x1, y1] = [from.x + STEP.width / 2, from.y + STEP.height];
  const [x2, y2] = [to.x + STEP.width / 2, to.y];
  const bend = (y2 - y1) / 2;
  return `M ${x1} ${y1} C ${x1} ${y1 + bend}, ${x2} ${y2 - bend}, ${x2} ${y2}`;
}
