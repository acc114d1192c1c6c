'use client';

type IntervalProps = { low: number; value: number; high: number; verdict: 'better' | 'worse' | 'none'; label: string };

const WIDTH = 88;
const MIDDLE = 44.5;
const HALF = 40;
const colours = { better: 'var(--succeeded)', worse: 'var(--failed)', none: 'var(--ink-3)' };

/** A difference with its interval round zero: hollow and grey while it crosses zero, filled when it does not. */
export function Interval({ low, value, high, verdict, label }: IntervalProps) {
  const most = Math.max(Math.abs(low), Math.abs(high)) * 1.15 || 1;
  const x = (number: number) => MIDDLE + (number / most) * HALF;
  const colour = colours[verdict];
  return (
    <svg width={WIDTH} height={14} role="img" aria-label={label}>
      <path d={`M${MIDDLE} 0V14`} stroke="var(--line-3)" />
      <path d={`M${x(low)} 7H${x(high)}M${x(low)} 4V10M${x(high)} 4V10`} stroke={colour} strokeWidth={1.25} />
      <circle
        cx={x(value)}
        cy={7}
        r={3}
        fill={verdict === 'none' ? 'var(--bg-panel)' : colour}
        stroke={colour}
        strokeWidth={1.25}
      />
    </svg>
  );
}
