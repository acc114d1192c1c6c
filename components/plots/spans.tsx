'use client';
import { scaleLinear } from 'd3-scale';
import { textWidthPx, tickEvery } from '#components/plots/plot-frame.ts';
import { useWidth } from '#components/plots/use-width.ts';

export type SpanRow = {
  readonly id: string;
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly text: string;
};
type SpansProps = {
  label: string;
  rows: readonly SpanRow[];
  heightPx: number;
  tickText: (value: number) => string;
  onOpen: (id: string) => void;
};

const LEFT_PX = 116;
const RIGHT_PX = 96;
const TOP_PX = 2;
const BOTTOM_PX = 20;
const TICKS = 4;
const MAX_NAME = 18;
/** Pixels between the texts of two ticks. */
const TICK_GAP_PX = 8;

/** A solid bar to one value and a pale one on to another, for each row. */
export function Spans({ label, rows, heightPx, tickText, onOpen }: SpansProps) {
  const { ref, widthPx } = useWidth<HTMLDivElement>();
  const most = Math.max(0, ...rows.map(({ to }) => to));
  const end = widthPx - RIGHT_PX;
  const x = scaleLinear([0, most || 1], [LEFT_PX, end]).nice(TICKS);
  const ticks = x.ticks(TICKS);
  const [first = 0, second = 1] = ticks;
  const every = tickEvery(x(second) - x(first), Math.max(...ticks.map((tick) => textWidthPx(tickText(tick)))) + TICK_GAP_PX);
  const height = (heightPx - TOP_PX - BOTTOM_PX) / Math.max(1, rows.length);
  return (
    <div ref={ref} className="relative min-w-0">
      <svg
        width={widthPx}
        height={heightPx}
        viewBox={`0 0 ${widthPx} ${heightPx}`}
        className="plot block max-w-full overflow-visible"
        role="img"
        aria-label={label}
      >
        {ticks.map((tick, index) => (
          <g key={tick}>
            <line
              x1={Math.round(x(tick)) + 0.5}
              x2={Math.round(x(tick)) + 0.5}
              y1={TOP_PX}
              y2={heightPx - BOTTOM_PX}
              className={tick === 0 ? 'plot-axis' : 'plot-grid'}
            />
            <text x={x(tick)} y={heightPx - 6} textAnchor="middle">
              {index % every === 0 ? tickText(tick) : ''}
            </text>
          </g>
        ))}
        {rows.map(({ id, name, from, to, text }, index) => {
          const middle = TOP_PX + height * (index + 0.5);
          return (
            <g key={id}>
              <text x={0} y={middle + 4} className="plot-strong" style={{ fontWeight: 450 }}>
                {name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name}
              </text>
              <rect x={x(0) + 1} y={middle - 3} width={Math.max(0, x(to) - x(0) - 1)} height={6} fill="var(--heat-2)" />
              <rect x={x(0) + 1} y={middle - 5} width={Math.max(2, x(from) - x(0) - 1)} height={10} fill="var(--plot-1)" />
              <path d={`M${x(to)} ${middle - 5}V${middle + 5}`} stroke="var(--plot-1)" strokeWidth={1.5} />
              <text x={widthPx} y={middle + 4} textAnchor="end" className="plot-name">
                {text}
              </text>
            </g>
          );
        })}
      </svg>
      {/* Over the picture, so that each row is a button with a name. */}
      <ul className="absolute inset-x-0 top-0.5" style={{ height: heightPx - TOP_PX - BOTTOM_PX }}>
        {rows.map(({ id, name, text }) => (
          <li key={id} style={{ height }}>
            <button
              type="button"
              data-span={id}
              title={`${name}: ${text}`}
              onClick={() => onOpen(id)}
              className="size-full rounded-control hover:bg-hover"
            >
              <span className="sr-only">{`${name}: ${text}`}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
