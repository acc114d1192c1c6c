/** Columns of the table of calls, in pixels. The plot above has the same sides, so that an hour is above its hour. */
export const NAME_PX = 232;
export const COUNT_PX = 72;
export const FAILED_PX = 72;
export const AVERAGE_PX = 88;
/** The names of lines follow their ends. */
const NAME_OF_LINE_PX = 30;
/** Below it the table scrolls, and the plot has its whole width. */
export const ALIGNED_FROM_PX = 720;

export function sidesOfPlot(widthPx: number): { left?: number; right?: number } {
  return widthPx < ALIGNED_FROM_PX ? { right: NAME_OF_LINE_PX } : { left: NAME_PX, right: COUNT_PX + FAILED_PX + AVERAGE_PX };
}
