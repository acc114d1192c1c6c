'use client';
import { isMacKeyboard, type Shortcut, shortcutKeys } from '#components/editor/commands/shortcut.ts';

/** The keys of a shortcut. Only after hydration: their names depend on the keyboard. */
export function ShortcutKeys({ shortcut }: { shortcut: Shortcut }) {
  const keys = shortcutKeys(shortcut, { isMac: isMacKeyboard(navigator.platform) });
  return (
    <kbd className="flex shrink-0 items-center gap-0.5 font-ui">
      {keys.map((key) => (
        <span
          key={key}
          className="grid h-4 min-w-4 place-items-center rounded-chip border border-line-2 bg-sunken px-1 text-meta leading-none text-ink-2"
        >
          {key}
        </span>
      ))}
    </kbd>
  );
}
