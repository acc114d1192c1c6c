/**
 * A key with what is held: `mod+shift+z`, `alt+a`, `?`. `mod` is Cmd on a Mac, whose Ctrl edits text, and Ctrl
 * elsewhere; `other` is the other one of the two. Letters are small.
 */
export type Shortcut = string;

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** The pressed shortcut. With Alt the physical key counts, since its character differs between keyboards. */
export function pressedShortcut({ key, code, ctrlKey, metaKey, shiftKey, altKey }: Key, { isMac }: { isMac: boolean }): Shortcut {
  const letter = altKey ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  const name = (letter ?? key).toLowerCase();
  // Shift is how signs such as ? are written.
  const isSign = name.length === 1 && name.toUpperCase() === name && name !== ' ';
  const [mod, other] = isMac ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  const held = { mod, other, alt: altKey, shift: shiftKey && !isSign };
  return [...Object.entries(held).flatMap(([modifier, isHeld]) => (isHeld ? [modifier] : [])), name].join('+');
}

const macSigns: Readonly<Record<string, string>> = { mod: '⌘', alt: '⌥', shift: '⇧' };
const otherSigns: Readonly<Record<string, string>> = { mod: 'Ctrl', alt: 'Alt', shift: 'Shift' };
const keySigns: Readonly<Record<string, string>> = {
  arrowleft: '←',
  arrowright: '→',
  arrowup: '↑',
  arrowdown: '↓',
  enter: '↵',
  escape: 'Esc',
  delete: 'Del',
  backspace: '⌫',
  contextmenu: '≣',
  ' ': 'Space',
};

/** The keys of a shortcut one by one, as they are written on the keyboard in use. */
export function shortcutKeys(shortcut: Shortcut, { isMac }: { isMac: boolean }): readonly string[] {
  const signs = isMac ? macSigns : otherSigns;
  const parts = shortcut === '+' ? ['+'] : shortcut.split(/\+(?=.)/);
  return parts.map((part) => signs[part] ?? keySigns[part] ?? part.toUpperCase());
}

export function isMacKeyboard(platform: string): boolean {
  return /mac|iphone|ipad/i.test(platform);
}
