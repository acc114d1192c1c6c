'use client';
import { useEffect, useEffectEvent, useRef } from 'react';
import { pasteText } from '#components/editor/commands/clipboard-commands.ts';
import type { Command } from '#components/editor/commands/command.ts';
import { commandIds, commandOf } from '#components/editor/commands/command-table.ts';
import { isMacKeyboard, pressedShortcut, type Shortcut } from '#components/editor/commands/shortcut.ts';
import { useCommandContext } from '#components/editor/commands/use-command-context.ts';
import type { ClientPosition } from '#components/editor/document/editor-ui.ts';
import { SIDE_PANEL_ID } from '#components/editor/document/element-ids.ts';
import { focusedNode, focusedNote } from '#components/editor/elements/canvas-focus.ts';
import { isCovered, isOnCanvas, isTyping, isUntouched } from '#components/ui/event-target.ts';

/** A shortcut may mean different commands in different places. */
const byShortcut: ReadonlyMap<Shortcut, readonly Command[]> = commandsByShortcut(commandIds.map(commandOf));

function commandsByShortcut(commands: readonly Command[]): ReadonlyMap<Shortcut, readonly Command[]> {
  const keyed = commands.flatMap((command) => (command.keys ?? []).map((key) => ({ key, command })));
  return new Map([...Map.groupBy(keyed, ({ key }) => key)].map(([key, all]) => [key, all.map(({ command }) => command)]));
}

/** The form of the selected node or workflow, not a plan or the publish panel in its place. */
const FORM = `#${SIDE_PANEL_ID}:not(:has([data-plan-panel], .contents [data-publish-panel]))`;

/** The keyboard of the editor, and its clipboard. */
export function useCommandKeys(): void {
  const context = useCommandContext();
  const { store, ui, edit } = context;
  const pointer = useRef<ClientPosition>(undefined);

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const shortcut = pressedShortcut(event, { isMac: isMacKeyboard(navigator.platform) });
    const command = byShortcut.get(shortcut)?.find((one) => isHeard(one, event.target));
    if (!command) return;
    // A dialog or menu over the page has its keys alone; what the browser does with ours is not meant there either.
    const isOver = ui.getState().dialog !== undefined || isCovered(event.target);
    if (isOver && command.scope !== 'everywhere') return;
    event.preventDefault();
    if (isOver) return;
    if (command.isEnabled?.(store.getState(), ui.getState()) ?? true)
      command.run({ ...context, isShifted: event.shiftKey, pointer: pointer.current });
  });

  const onEarlyKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isUntouched(event.target)) return;
    const shortcut = pressedShortcut(event, { isMac: isMacKeyboard(navigator.platform) });
    if (!byShortcut.get(shortcut)?.some(({ isForUntouched }) => isForUntouched)) return;
    onKeyDown(event);
    event.stopImmediatePropagation();
  });

  const onClipboard = useEffectEvent((event: ClipboardEvent) => {
    if (isTyping(event.target) || !isOnCanvas(event.target)) return;
    if (event.type === 'paste') {
      event.preventDefault();
      return void pasteText(event.clipboardData?.getData('text/plain') ?? '', { ...context, pointer: pointer.current });
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
    const onMove = ({ target, clientX, clientY }: PointerEvent) => {
      const isOver = target instanceof Element && target.closest('[data-part="canvas"]') !== null;
      pointer.current = isOver ? { clientX, clientY } : undefined;
    };
    window.addEventListener('pointermove', onMove, { signal, passive: true });
    window.addEventListener('keydown', (event) => onKeyDown(event), { signal });
    // A code editor would take the key for its own history, which is empty.
    window.addEventListener('keydown', (event) => onEarlyKey(event), { signal, capture: true });
    for (const type of ['copy', 'cut', 'paste'] as const)
      window.addEventListener(type, (event) => onClipboard(event), { signal });
    return () => listening.abort();
  }, []);
}

function isHeard({ scope, isForUntouched }: Command, target: EventTarget | null): boolean {
  if (isForUntouched && isUntouched(target)) return true;
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
    case 'form':
      return target instanceof Element && target.closest(FORM) !== null;
    case 'clipboard':
      return false;
    default:
      return scope satisfies never;
  }
}
