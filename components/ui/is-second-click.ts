import type { MouseEvent } from 'react';

/** The second half of a double click. By then the first may be done, so that what it began would begin again. A press of a key is never one. */
export function isSecondClick({ detail }: MouseEvent): boolean {
  return detail > 1;
}
