import type { ComponentProps } from 'react';

const looks = {
  primary: 'border-transparent bg-accent-solid text-on-accent enabled:hover:bg-accent-solid-hover',
  plain: 'border-line-2 bg-raised text-ink-1 enabled:hover:bg-sunken enabled:active:bg-press',
  quiet: 'border-transparent bg-transparent text-ink-2 enabled:hover:bg-hover enabled:hover:text-ink-1 enabled:active:bg-press',
  danger: 'border-transparent bg-failed text-ink-invert enabled:hover:opacity-90',
} as const;

const sizes = { normal: 'h-6 px-2', large: 'h-7 px-3', icon: 'size-6 p-0' } as const;

const SHAPE =
  'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-control border text-body font-[520] whitespace-nowrap';

/** Class names of a link that looks as a plain button of 24 px. */
export const linkButton = `${SHAPE} h-6 border-line-2 bg-raised px-2 text-ink-1 hover:bg-sunken active:bg-press`;

type ButtonProps = ComponentProps<'button'> & { look?: keyof typeof looks; size?: keyof typeof sizes };

/**
 * A busy button is `aria-disabled`, not `disabled`, which would lose the focus.
 * @defaultValue look `plain`, size `normal` (24 px; `large` is 28), type `button`
 */
export function Button({ look = 'plain', size = 'normal', type = 'button', className = '', ...props }: ButtonProps) {
  return (
    <button
      {...props}
      type={type}
      className={`${SHAPE} transition-colors duration-(--t-1) disabled:border-line-1 disabled:bg-transparent disabled:text-ink-4 aria-disabled:pointer-events-none aria-disabled:border-line-1 aria-disabled:bg-transparent aria-disabled:text-ink-4 ${looks[look]} ${sizes[size]} ${className}`}
    />
  );
}
