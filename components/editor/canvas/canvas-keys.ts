/** What a key asks for. `x` and `y` count steps of the grid. */
export type CanvasCommand =
  | {
      readonly kind:
        | 'undo'
        | 'redo'
        | 'remove'
        | 'duplicate'
        | 'select-all'
        | 'deselect'
        | 'toggle'
        | 'open'
        | 'layout'
        | 'fit'
        | 'connect';
    }
  | { readonly kind: 'move'; readonly x: number; readonly y: number };

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

const LONG_STEP = 5;
type PlainKind = Exclude<CanvasCommand['kind'], 'move'>;

const arrows: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['ArrowLeft', [-1, 0]],
  ['ArrowRight', [1, 0]],
  ['ArrowUp', [0, -1]],
  ['ArrowDown', [0, 1]],
]);
const plain: ReadonlyMap<string, PlainKind> = new Map([
  ['Delete', 'remove'],
  ['Backspace', 'remove'],
  ['Escape', 'deselect'],
  ['Enter', 'open'],
  [' ', 'toggle'],
]);
const withModifier: ReadonlyMap<string, PlainKind> = new Map([
  ['z', 'undo'],
  ['shift+z', 'redo'],
  ['y', 'redo'],
  ['d', 'duplicate'],
  ['a', 'select-all'],
  ['e', 'connect'],
  ['shift+l', 'layout'],
  ['shift+f', 'fit'],
]);

/** What a key means on the canvas; nothing for most. Ctrl and Cmd are the same here. */
export function commandOf({ key, ctrlKey, metaKey, shiftKey, altKey }: Key): CanvasCommand | undefined {
  if (altKey) return undefined;
  if (ctrlKey || metaKey) {
    const kind = withModifier.get(`${shiftKey ? 'shift+' : ''}${key.toLowerCase()}`);
    return kind && { kind };
  }
  const arrow = arrows.get(key);
  const step = shiftKey ? LONG_STEP : 1;
  if (arrow) return { kind: 'move', x: arrow[0] * step, y: arrow[1] * step };
  const kind = plain.get(key);
  return kind && { kind };
}
