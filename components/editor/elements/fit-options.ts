/** All of the workflow, clear of the controls at the foot; never larger than it is. */
export const FIT_ALL = { maxZoom: 1, padding: { top: '24px', right: '32px', bottom: '48px', left: '32px' } } as const;

/** What is seen first: of a large workflow a readable part. */
export const FIT_FIRST = { ...FIT_ALL, minZoom: 0.5 };
