import type { MouseEvent } from 'react';

/** The second click of a double click, which may repeat a finished action. Key presses never count. */
export function isSecondClick({ detail }: MouseEvent): boolean {
  return detail > 1;
}
