import { hasRoomForLabel, LABEL_PX, labelEvery, tickLabel } from '#components/run-view/axis-ticks.ts';
import type { SpanAxis } from '#components/run-view/timeline/span-bar.tsx';
import { shareIn, ticksIn } from '#components/run-view/timeline/time-window.ts';

/** The background of the rows: ticks of the ruler, and the future hatched. */
export function TrackGround({ axis, untilMs }: { axis: SpanAxis; untilMs: number }) {
  const { window, startedMs } = axis;
  const untilShare = shareIn(window, untilMs - startedMs);
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-x-0 top-(--ruler) bottom-0 overflow-hidden">
      {ticksIn(window).ticksMs.map((tickMs) => (
        <span
          key={tickMs}
          className="absolute inset-y-0 border-l border-line-1"
          style={{ left: `${shareIn(window, tickMs) * 100}%` }}
        />
      ))}
      {untilShare < 1 ? (
        <span
          data-part="future"
          className="absolute inset-y-0 right-0 bg-[repeating-linear-gradient(135deg,var(--line-1)_0_1px,transparent_1px_6px)] opacity-70"
          style={{ left: `${Math.max(untilShare, 0) * 100}%` }}
        />
      ) : null}
    </div>
  );
}

type RulerTicksProps = {
  axis: SpanAxis;
  widthPx: number;
  /** The position of another label on the ruler, in pixels: no time is drawn there. */
  taken: { readonly fromPx: number; readonly toPx: number };
};

/** The ticks of the ruler with their times; it fills its parent. */
export function RulerTicks({ axis: { window }, widthPx, taken }: RulerTicksProps) {
  const { ticksMs, stepMs } = ticksIn(window);
  const every = labelEvery((stepMs / Math.max(window.toMs - window.fromMs, 1)) * widthPx);
  return (
    <span aria-hidden="true" className="absolute inset-0 overflow-hidden">
      {ticksMs.map((tickMs) => {
        const share = shareIn(window, tickMs);
        const fromPx = share * widthPx;
        const isLabelled = Math.round(tickMs / stepMs) % every === 0;
        const isFree = fromPx > taken.toPx || fromPx + LABEL_PX < taken.fromPx;
        return (
          <span
            key={tickMs}
            className={`num absolute inset-y-0 pl-1 leading-5 whitespace-nowrap text-ink-3 ${share > 0 ? 'border-l border-line-2' : ''}`}
            style={{ left: `${share * 100}%` }}
          >
            {isLabelled && isFree && hasRoomForLabel(share) ? tickLabel(tickMs, stepMs) : null}
          </span>
        );
      })}
    </span>
  );
}
