/** A key with what is held: `mod+shift+z`, `alt+a`, `?`. `mod` is Ctrl, and Cmd on a Mac; letters are small. */
export type Shortcut = string;

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** The pressed shortcut. With Alt the physical key counts, since its character differs between keyboards. */
export function pressedShortcut({ key, code, ctrlKey, metaKey, shiftKey, altKey }: Key): Shortcut {
  const letter = altKey ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  const name = (letter ?? (key.length === 1 ? key : key)).toLowerCase();
  // Shift is how signs such as ? are written.
  const isSign = name.length === 1 && name.toUpperCase() === name && name !== ' ';
  const held = [ctrlKey || metaKey ? 'mod' : '', altKey ? 'alt' : '', shiftKey && !isSign ? 'shift' : ''].filter(Boolean);
  return [...held, name].join('+');
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
