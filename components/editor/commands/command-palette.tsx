'use client';
import { useTranslations } from 'use-intl';
import { commandIcons } from '#components/editor/commands/command-icons.ts';
import { type CommandId, commandIds, commandOf } from '#components/editor/commands/command-table.ts';
import { ShortcutKeys } from '#components/editor/commands/shortcut-keys.tsx';
import { useCommandContext } from '#components/editor/commands/use-command-context.ts';
import { useEditorStore, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { focusNode } from '#components/editor/elements/canvas-focus.ts';
import { useRevealNode } from '#components/editor/elements/use-reveal-node.ts';
import { useAddNode } from '#components/editor/palette/use-add-node.ts';
import { useNodeTypes } from '#components/editor/palette/use-node-types.ts';
import { useNames } from '#components/run-view/use-names.ts';
import { NodeIcon } from '#components/ui/node-icon.tsx';
import { PickDialog } from '#components/ui/pick-dialog.tsx';
import type { PickItem } from '#components/ui/pick-list.ts';
import { flowOrder } from '#lib/workflow/flow-order.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';
import type { NodeTypeId } from '#nodes/registry.gen.ts';

type PaletteItem = PickItem &
  (
    | { readonly kind: 'command'; readonly commandId: CommandId }
    | { readonly kind: 'add'; readonly type: NodeTypeId }
    | { readonly kind: 'node'; readonly nodeId: NodeId; readonly type: string }
  );

/** Everything that can be done now, every node to go to and every type to add, by a part of its name. */
export function CommandPalette() {
  const t = useTranslations('commands');
  const ui = useEditorUiStore();
  const store = useEditorStore();
  const context = useCommandContext();
  const addNode = useAddNode();
  const reveal = useRevealNode();
  const items = usePaletteItems();
  function pick(item: PaletteItem) {
    switch (item.kind) {
      case 'command':
        return commandOf(item.commandId).run(context);
      case 'add':
        addNode(item.type, { keepsFocus: true });
        return focusNode([...store.getState().selectedNodes][0] ?? '');
      case 'node':
        store.getState().select({ nodes: [item.nodeId] });
        reveal(item.nodeId);
        return focusNode(item.nodeId);
      default:
        item satisfies never;
    }
  }
  return (
    <PickDialog
      title={t('palette')}
      placeholder={t('search')}
      items={items}
      emptyText={(search) => t('none', { search })}
      icon={iconOf}
      trailing={keysOf}
      onPick={pick}
      onClose={() => ui.getState().set({ dialog: undefined })}
    />
  );
}

/** As they are when the palette opens: while it is open nothing changes. */
function usePaletteItems(): readonly PaletteItem[] {
  const t = useTranslations('commands');
  const state = useEditorStore().getState();
  const ui = useEditorUiStore().getState();
  const { types, isUsedUp } = useNodeTypes();
  const { labelOf } = useNames();
  const context = useCommandContext();
  const isOffered = (commandId: CommandId) => {
    const { isKeyOnly, isEnabled, isOffered } = commandOf(commandId);
    return !isKeyOnly && (isEnabled?.(state, ui) ?? true) && (isOffered?.(context) ?? true);
  };
  const commands = commandIds.filter(isOffered).map((commandId) => ({
    kind: 'command' as const,
    commandId,
    id: `command ${commandId}`,
    label: t(`titles.${commandId}`),
    group: t(`groups.${commandOf(commandId).group}`),
  }));
  const nodes = flowOrder(state.document).map((node) => ({
    kind: 'node' as const,
    nodeId: node.id,
    type: node.type,
    id: `node ${node.id}`,
    label: t('goToNode', { name: labelOf(node) }),
    hint: node.id,
    group: t('groups.nodes'),
  }));
  const added = types
    .filter(({ id }) => !isUsedUp(id))
    .map(({ id: type, title, summary }) => ({
      kind: 'add' as const,
      type,
      id: `add ${type}`,
      label: t('addType', { title }),
      words: `${type} ${summary}`,
      group: t('groups.add'),
    }));
  return [...commands, ...added, ...nodes];
}

function iconOf(item: PaletteItem) {
  if (item.kind !== 'command') return <NodeIcon type={item.type} />;
  const Icon = commandIcons[item.commandId];
  return Icon ? <Icon size={14} strokeWidth={1.7} aria-hidden="true" /> : null;
}

function keysOf(item: PaletteItem) {
  const [shortcut] = item.kind === 'command' ? (commandOf(item.commandId).keys ?? []) : [];
  return shortcut === undefined ? null : <ShortcutKeys shortcut={shortcut} />;
}
