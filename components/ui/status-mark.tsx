import type { ReactNode } from 'react';
import { RunningRing } from '#components/ui/running-ring.tsx';
import type { NodeEnd, RunStatus } from '#lib/run/run-status.ts';

export type MarkedState = RunStatus | NodeEnd;

export const markedStates = [
  'queued',
  'running',
  'waiting',
  'succeeded',
  'failed',
  'cancelled',
  'skipped',
] as const satisfies MarkedState[];

const marks: Record<MarkedState, ReactNode> = {
  running: <RunningRing />,
  queued: <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.4" />,
  waiting: (
    <>
      <path d="M6 .9 11.1 6 6 11.1 .9 6Z" fill="none" stroke="currentColor" strokeWidth="1.3" strokeLinejoin="round" />
      <path d="M4.9 4.4v3.2M7.1 4.4v3.2" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" />
    </>
  ),
  succeeded: (
    <path
      d="m2.2 6.4 2.6 2.6 5-5.8"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
  failed: (
    <>
      <path d="M3.8 1h4.4L11 3.8v4.4L8.2 11H3.8L1 8.2V3.8Z" fill="currentColor" />
      <path d="m4.3 4.3 3.4 3.4m0-3.4L4.3 7.7" stroke="var(--ink-invert)" strokeWidth="1.4" strokeLinecap="round" />
    </>
  ),
  skipped: (
    <path
      d="M2 3.2 5 6 2 8.8M6.4 3.2l3 2.8-3 2.8"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
  cancelled: <rect x="2.6" y="2.6" width="6.8" height="6.8" rx="1" fill="currentColor" />,
};

type StatusMarkProps = {
  state: MarkedState;
  /** Its name in the reader's language, where no text next to it says it. */
  label?: string | undefined;
};

/** The shape of a state in its colour, with or without an accessible name. */
export function StatusMark({ state, label }: StatusMarkProps) {
  const look = { width: 12, height: 12, viewBox: '0 0 12 12', 'data-state': state, className: 'shrink-0 text-state' };
  if (label === undefined)
    return (
      <svg {...look} aria-hidden="true">
        {marks[state]}
      </svg>
    );
  return (
    <svg {...look} role="img" aria-label={label}>
      {marks[state]}
    </svg>
  );
}
