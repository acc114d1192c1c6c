'use client';
import { useTranslations } from 'use-intl';
import { faceOf } from '#components/editor/document/node-face.ts';
import { useEditCommands } from '#components/editor/document/use-edit-commands.ts';
import { useEditorStore, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { useNodeName } from '#components/editor/document/use-node-name.ts';
import { usePortTitle } from '#components/editor/document/use-port-title.ts';
import { focusNode } from '#components/editor/elements/canvas-focus.ts';
import { useNames } from '#components/run-view/use-names.ts';
import { NodeIcon } from '#components/ui/node-icon.tsx';
import { PickDialog } from '#components/ui/pick-dialog.tsx';
import type { PickItem } from '#components/ui/pick-list.ts';
import { type Connection, connectPorts } from '#lib/workflow/edit/connect-ports.ts';
import { flowOrder } from '#lib/workflow/flow-order.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

type ConnectItem = PickItem & { readonly type: string; readonly connection: Connection };

/** Connects the selected node by keyboard: every port of it with every node that it may lead to. */
export function ConnectDialog() {
  const t = useTranslations('commands');
  const ui = useEditorUiStore();
  const store = useEditorStore();
  const commands = useEditCommands();
  const nameOf = useNodeName();
  const items = useConnectItems();
  const [source] = store.getState().selectedNodes;
  return (
    <PickDialog
      title={t('connect.title', { name: nameOf(source) })}
      placeholder={t('connect.search', { name: nameOf(source) })}
      items={items}
      emptyText={(search) => (items.length === 0 ? t('connect.nothing') : t('none', { search }))}
      icon={({ type }) => <NodeIcon type={type} />}
      onPick={({ connection }) => {
        commands.connect(connection);
        focusNode(connection.source);
      }}
      onClose={() => ui.getState().set({ dialog: undefined })}
    />
  );
}

function useConnectItems(): readonly ConnectItem[] {
  const t = useTranslations('commands');
  const { document, selectedNodes } = useEditorStore().getState();
  const { labelOf } = useNames();
  const titleOf = usePortTitle();
  const [source] = selectedNodes;
  const from = document.nodes.find(({ id }) => id === source);
  if (!from) return [];
  const { outputs, error } = faceOf(from);
  return [...outputs, ...(error ? [error] : [])].flatMap((output) =>
    flowOrder(document).flatMap((target) =>
      faceOf(target).inputs.flatMap((input): ConnectItem[] => {
        const connection = { source: from.id, sourceHandle: output.id, target: target.id, targetHandle: input.id };
        if (!connectPorts(document, nodeRegistry, connection).ok) return [];
        const inputHint = faceOf(target).inputs.length > 1 ? `${target.id} · ${titleOf(input)}` : target.id;
        return [
          {
            id: JSON.stringify(connection),
            type: target.type,
            connection,
            label: labelOf(target),
            hint: inputHint,
            group: t('connect.from', { port: titleOf(output) }),
          },
        ];
      }),
    ),
  );
}
