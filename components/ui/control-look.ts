/** The frame shared by every control that takes text or offers a choice. */
export const controlLook =
  'w-full min-w-0 rounded-control border border-line-3 bg-raised px-2 text-body text-ink-1 focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 focus-visible:outline-accent aria-invalid:border-failed aria-invalid:outline-1 aria-invalid:outline-failed disabled:border-line-1 disabled:bg-transparent disabled:text-ink-4 aria-disabled:border-line-1 aria-disabled:bg-transparent aria-disabled:text-ink-4';
