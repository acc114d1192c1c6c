export type Side = 'right' | 'bottom' | 'top';

type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
type Size = { readonly width: number; readonly height: number };

const opposite = { right: 'left', bottom: 'top', top: 'bottom' } as const;

/**
 * Where a small box is placed next to an anchor, centred on it: at the wanted side, or opposite if it does not fit
 * there, and within the window in any case. In pixels of the window.
 */
export function placeAtSide(
  anchor: Box,
  size: Size,
  window: Size,
  { side, gap, margin }: { readonly side: Side; readonly gap: number; readonly margin: number },
): { left: number; top: number } {
  const right = anchor.left + anchor.width;
  const bottom = anchor.top + anchor.height;
  const room = {
    right: window.width - margin - right,
    left: anchor.left - margin,
    top: anchor.top - margin,
    bottom: window.height - margin - bottom,
  };
  const needed = gap + (side === 'right' ? size.width : size.height);
  const other = opposite[side];
  const used = room[side] >= needed || room[other] < needed ? side : other;
  const centred = {
    left: anchor.left + (anchor.width - size.width) / 2,
    top: anchor.top + (anchor.height - size.height) / 2,
  };
  const places = {
    right: { left: right + gap, top: centred.top },
    left: { left: anchor.left - gap - size.width, top: centred.top },
    top: { left: centred.left, top: anchor.top - gap - size.height },
    bottom: { left: centred.left, top: bottom + gap },
  };
  const { left, top } = places[used];
  return {
    left: Math.round(Math.max(margin, Math.min(left, window.width - margin - size.width))),
    top: Math.round(Math.max(margin, Math.min(top, window.height - margin - size.height))),
  };
}
