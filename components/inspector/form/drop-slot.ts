/**
 * The index for a drop in a vertical list: before the first item whose middle is below `y`; the end
 * if there is none.
 */
export function slotAt(y: number, boxes: readonly { readonly top: number; readonly bottom: number }[]): number {
  const index = boxes.findIndex(({ top, bottom }) => y < (top + bottom) / 2);
  return index < 0 ? boxes.length : index;
}

/** The index of an item after it was dropped before the item at `slot`. */
export function indexAfterDrop(from: number, slot: number): number {
  return slot > from ? slot - 1 : slot;
}

/** Moves one item to another index. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  return items.toSpliced(from, 1).toSpliced(to, 0, ...items.slice(from, from + 1));
}
