/** Fits the whole workflow above the controls at the bottom, at a zoom of 1 at most. */
export const FIT_ALL = { maxZoom: 1, padding: { top: '24px', right: '32px', bottom: '48px', left: '32px' } } as const;

/** Initial view: of a large workflow only a readable part. */
export const FIT_FIRST = { ...FIT_ALL, minZoom: 0.5 };
