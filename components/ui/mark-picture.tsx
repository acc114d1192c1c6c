import type { ReactNode } from 'react';

type MarkPictureProps = {
  state: string;
  /** The word for it, in the reader's language, where none stands beside it. */
  label?: string | undefined;
  children: ReactNode;
};

/** The ground of a small picture of a state, in its colour: it speaks for itself, or is silent where a word stands beside it. */
export function MarkPicture({ state, label, children }: MarkPictureProps) {
  const look = { width: 12, height: 12, viewBox: '0 0 12 12', 'data-state': state, className: 'shrink-0 text-state' };
  if (label === undefined)
    return (
      <svg {...look} aria-hidden="true">
        {children}
      </svg>
    );
  return (
    <svg {...look} role="img" aria-label={label}>
      {children}
    </svg>
  );
}
