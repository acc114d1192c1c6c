/** Place of a frame in the canvas, and how the canvas is shown. */
type FramePlace = {
  readonly x: number;
  readonly width: number;
  readonly offsetX: number;
  readonly zoom: number;
  readonly canvasWidth: number;
};

/** The picker with all its buttons, in pixels of the screen. */
const PICKER_PX = 190;
/** Between the edge that leads into the frame and the picker, at 100 %. */
const GAP_PX = 12;

export type PickerSide = 'left' | 'right' | 'middle';

/** The side of the edge into a frame that has room for its picker, first the right one; `middle` without any. */
export function pickerSide({ x, width, offsetX, zoom, canvasWidth }: FramePlace): PickerSide {
  const middle = (x + width / 2) * zoom + offsetX;
  const neededPx = GAP_PX * zoom + PICKER_PX;
  if (middle + neededPx <= canvasWidth) return 'right';
  return middle - neededPx >= 0 ? 'left' : 'middle';
}
