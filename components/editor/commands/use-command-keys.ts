'use client';
import { useEffect, useEffectEvent } from 'react';
import { pasteText } from '#components/editor/commands/clipboard-commands.ts';
import type { Command } from '#components/editor/commands/command.ts';
import { commandIds, commandOf } from '#components/editor/commands/command-table.ts';
import { pressedShortcut, type Shortcut } from '#components/editor/commands/shortcut.ts';
import { useCommandContext } from '#components/editor/commands/use-command-context.ts';
import { focusedNode, focusedNote } from '#components/editor/elements/canvas-focus.ts';
import { isOnCanvas, isTyping } from '#components/ui/event-target.ts';

const byShortcut: ReadonlyMap<Shortcut, Command> = new Map(
  commandIds.map(commandOf).flatMap((command) => (command.keys ?? []).map((key) => [key, command] as const)),
);

/** The keyboard of the editor, and its clipboard. */
export function useCommandKeys(): void {
  const context = useCommandContext();
  const { store, ui, edit } = context;

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const command = byShortcut.get(pressedShortcut(event));
    if (!command || !isHeard(command, event.target)) return;
    // An open dialog or menu gets the key first.
    if (ui.getState().dialog !== undefined) return;
    event.preventDefault();
    if (command.isEnabled?.(store.getState(), ui.getState()) ?? true) command.run({ ...context, isShifted: event.shiftKey });
  });

  const onClipboard = useEffectEvent((event: ClipboardEvent) => {
    if (isTyping(event.target) || !isOnCanvas(event.target)) return;
    if (event.type === 'paste') {
      event.preventDefault();
      return void pasteText(event.clipboardData?.getData('text/plain') ?? '', { edit, ui });
    }
    // Marked words on the page are what is meant then.
    if (window.getSelection()?.isCollapsed === false) return;
    const text = edit.copy();
    if (text === undefined) return;
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
    if (event.type === 'cut') edit.remove();
  });

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('keydown', (event) => onKeyDown(event), { signal });
    for (const type of ['copy', 'cut', 'paste'] as const)
      window.addEventListener(type, (event) => onClipboard(event), { signal });
    return () => listening.abort();
  }, []);
}

function isHeard({ scope }: Command, target: EventTarget | null): boolean {
  switch (scope) {
    case 'everywhere':
      return true;
    case 'page':
      return !isTyping(target);
    case 'canvas':
      return !isTyping(target) && isOnCanvas(target);
    case 'node':
      // Keys of a button on the canvas are its own.
      return focusedNode() !== undefined || focusedNote() !== undefined;
    case 'clipboard':
      return false;
    default:
      return scope satisfies never;
  }
}
