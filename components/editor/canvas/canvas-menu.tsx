'use client';
import { DropdownMenu } from 'radix-ui';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { commandIcons } from '#components/editor/commands/command-icons.ts';
import { type CommandId, commandOf } from '#components/editor/commands/command-table.ts';
import { ShortcutKeys } from '#components/editor/commands/shortcut-keys.tsx';
import { useCommandContext } from '#components/editor/commands/use-command-context.ts';
import type { MenuTarget } from '#components/editor/document/editor-ui.ts';
import { useEditorStore, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { keepTyped } from '#components/ui/keep-typed.ts';
import { PointerMenu } from '#components/ui/pointer-menu.tsx';

/** Commands of each context menu, in groups. Disabled commands are hidden. */
const commandGroups: Readonly<Record<MenuTarget['kind'], readonly (readonly CommandId[])[]>> = {
  node: [
    ['open', 'renameLabel', 'rename', 'connectTo', 'connectSelected'],
    ['runFrom', 'runUntil', 'breakpoint', 'pin'],
    ['cut', 'copy', 'duplicate', 'disable'],
    ['group', 'ungroup', 'collapse'],
    ['putInside', 'takeOut'],
    ['alignLeft', 'alignCentre', 'alignRight', 'alignTop', 'alignMiddle', 'alignBottom', 'distributeAcross', 'distributeDown'],
    ['remove'],
  ],
  edge: [['insert'], ['remove']],
  note: [['cut', 'copy', 'duplicate'], ['remove']],
  group: [['collapse', 'ungroup'], ['copy', 'duplicate'], ['remove']],
  canvas: [['addNode', 'addNote', 'paste'], ['selectAll', 'find', 'fit', 'layOut'], ['clearBreakpoints'], ['json', 'shortcuts']],
};

/** Commands that open a field to type into. */
const typedInto: ReadonlySet<CommandId> = new Set(['insert', 'connectTo', 'addNode', 'find', 'rename', 'renameLabel']);

/** The context menu of the element under the pointer, or of the focused one. */
export function CanvasMenu({ target }: { target: MenuTarget }) {
  const t = useTranslations('commands');
  const ui = useEditorUiStore();
  const state = useEditorStore().getState();
  const context = useCommandContext();
  const [focusedBefore] = useState(() => document.activeElement);
  const chosen = useRef<CommandId>(undefined);
  const groups = commandGroups[target.kind]
    .map((group) => group.filter((commandId) => commandOf(commandId).isEnabled?.(state, ui.getState()) ?? true))
    .filter((group) => group.length > 0);
  function choose(commandId: CommandId) {
    chosen.current = commandId;
    // The command runs once the menu is closed, and its field is drawn after that.
    if (typedInto.has(commandId)) keepTyped();
  }
  return (
    <PointerMenu
      label={t('menu')}
      at={target}
      focusAfter={focusedBefore}
      onClose={() => ui.getState().set({ menu: undefined })}
      onClosed={() => chosen.current && commandOf(chosen.current).run({ ...context, pointer: target })}
    >
      {groups.map((group, index) => (
        <DropdownMenu.Group key={group[0]}>
          {index > 0 ? <DropdownMenu.Separator className="my-1 h-px bg-line-1" /> : null}
          {group.map((commandId) => (
            <MenuItem key={commandId} commandId={commandId} onSelect={() => choose(commandId)} />
          ))}
        </DropdownMenu.Group>
      ))}
    </PointerMenu>
  );
}

function MenuItem({ commandId, onSelect }: { commandId: CommandId; onSelect: () => void }) {
  const t = useTranslations('commands');
  const Icon = commandIcons[commandId];
  const [shortcut] = commandOf(commandId).keys ?? [];
  return (
    <DropdownMenu.Item
      onSelect={onSelect}
      className={`flex h-6 items-center gap-2 rounded-control px-2 outline-none select-none data-[highlighted]:bg-accent-bg ${commandId === 'remove' ? 'text-failed' : ''}`}
    >
      <span className="grid w-4 shrink-0 place-items-center">
        {Icon ? <Icon size={14} strokeWidth={1.7} aria-hidden="true" /> : null}
      </span>
      <span className="grow">{t(`titles.${commandId}`)}</span>
      {shortcut === undefined ? null : <ShortcutKeys shortcut={shortcut} />}
    </DropdownMenu.Item>
  );
}
