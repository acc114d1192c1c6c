import { shareIn, type TimeWindow } from '#components/run-view/timeline/time-window.ts';
import type { Span } from '#lib/run/span.ts';

/** Start and end of a span on the visible axis, in percent. */
export type SpanInterval = { readonly from: number; readonly to: number };

export type SpanAxis = { readonly startedMs: number; readonly endMs: number; readonly window: TimeWindow };

/** Undefined for a span that never started or is outside of the axis. */
export function spanInterval({ startMs, endMs }: Pick<Span, 'startMs' | 'endMs'>, axis: SpanAxis): SpanInterval | undefined {
  if (startMs === undefined) return undefined;
  const from = percentAt(startMs, axis);
  const to = Math.max(percentAt(endMs ?? axis.endMs, axis), from);
  return to < 0 || from > 100 ? undefined : { from, to };
}

function percentAt(timeMs: number, { startedMs, window }: SpanAxis): number {
  return shareIn(window, timeMs - startedMs) * 100;
}

/**
 * A span on the axis: soft if succeeded, tinted until the first token, hatched while waiting for
 * approval, thin with end caps when its children show more.
 */
export function SpanBar({ span, interval, axis }: { span: Span; interval: SpanInterval; axis: SpanAxis }) {
  const fill = span.status === 'succeeded' ? 'bg-state-line' : 'bg-state';
  const style = { left: `min(${interval.from}%, calc(100% - 2px))`, width: `${interval.to - interval.from}%` };
  const within = (timeMs: number) => {
    const share = (percentAt(timeMs, axis) - interval.from) / Math.max(interval.to - interval.from, 0.00001);
    return Math.min(Math.max(share, 0), 1) * 100;
  };
  if (span.hasChildren && span.waits.length === 0)
    return (
      <span
        data-part="bar"
        className={`absolute top-2 h-1 min-w-0.5 ${fill} before:absolute before:-top-0.5 before:left-0 before:h-2 before:w-[1.5px] before:bg-inherit after:absolute after:-top-0.5 after:right-0 after:h-2 after:w-[1.5px] after:bg-inherit`}
        style={style}
      />
    );
  return (
    <span data-part="bar" className={`absolute top-[5px] h-2.5 min-w-0.5 overflow-hidden rounded-[1px] ${fill}`} style={style}>
      {span.firstTokenMs === undefined ? null : (
        <span
          className="absolute inset-y-0 left-0 bg-[color-mix(in_srgb,var(--state-line)_45%,var(--bg-panel))]"
          style={{ width: `${within(span.firstTokenMs)}%` }}
        />
      )}
      {span.waits.map(({ fromMs, toMs }) => (
        <span
          key={fromMs}
          data-part="wait"
          data-state="waiting"
          className="absolute inset-y-0 hatched"
          style={{ left: `${within(fromMs)}%`, width: `${within(toMs ?? axis.endMs) - within(fromMs)}%` }}
        />
      ))}
    </span>
  );
}
