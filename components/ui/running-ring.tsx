'use client';
import { useIsMotionReduced } from '#components/ui/use-is-motion-reduced.ts';
import { useNow } from '#components/ui/use-now.ts';

const RING_RADIUS = 4;
const RING_LENGTH = 2 * Math.PI * RING_RADIUS;
const TURN_MS = 1000;

/**
 * The ring of a running node, turned by the shared clock: a CSS animation would wake the page sixty
 * times a second. Only the dashes move: a rotation would change the covered area, and with it the
 * page's layers.
 */
export function RunningRing() {
  const isStill = useIsMotionReduced();
  const nowMs = useNow(isStill ? 'never' : 'live');
  const ring = { cx: 6, cy: 6, r: RING_RADIUS, fill: 'none', stroke: 'currentColor', strokeWidth: 1.8 };
  return (
    <>
      <circle {...ring} strokeOpacity=".28" />
      <circle
        {...ring}
        strokeLinecap="round"
        strokeDasharray={`${RING_LENGTH / 4} ${(RING_LENGTH * 3) / 4}`}
        strokeDashoffset={-RING_LENGTH * ((nowMs % TURN_MS) / TURN_MS)}
      />
    </>
  );
}
