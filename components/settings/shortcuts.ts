/** A key of the editor as it is shown, and what it does. */
export const shortcuts = [
  { action: 'undo', keys: ['Ctrl', 'Z'] },
  { action: 'redo', keys: ['Ctrl', 'Shift', 'Z'] },
  { action: 'duplicate', keys: ['Ctrl', 'D'] },
  { action: 'select-all', keys: ['Ctrl', 'A'] },
  { action: 'connect', keys: ['Ctrl', 'E'] },
  { action: 'layout', keys: ['Ctrl', 'Shift', 'L'] },
  { action: 'fit', keys: ['Ctrl', 'Shift', 'F'] },
  { action: 'open', keys: ['Enter'] },
  { action: 'toggle', keys: ['Space'] },
  { action: 'move', keys: ['←', '→', '↑', '↓'] },
  { action: 'remove', keys: ['Delete'] },
  { action: 'deselect', keys: ['Escape'] },
] as const;
