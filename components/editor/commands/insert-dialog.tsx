'use client';
import { useTranslations } from 'use-intl';
import { useEditCommands } from '#components/editor/document/use-edit-commands.ts';
import { useEditorStore, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { useNodeTypes } from '#components/editor/palette/use-node-types.ts';
import { useShowAdded } from '#components/editor/palette/use-show-added.ts';
import { NodeIcon } from '#components/ui/node-icon.tsx';
import { PickDialog } from '#components/ui/pick-dialog.tsx';
import { nodeRegistry } from '#nodes/registry.gen.ts';

/** Inserts a new node into the selected edge. Offers only types with inputs and outputs. */
export function InsertDialog() {
  const t = useTranslations('commands');
  const ui = useEditorUiStore();
  const store = useEditorStore();
  const commands = useEditCommands();
  const showAdded = useShowAdded();
  const { types } = useNodeTypes();
  const fitting = types.filter(({ id }) => nodeRegistry[id].inputs.length > 0 && id !== 'end');
  const [edgeId] = store.getState().selectedEdges;
  return (
    <PickDialog
      title={t('insert.title')}
      placeholder={t('insert.search')}
      items={fitting.map(({ id, title, summary }) => ({ id, label: title, words: `${id} ${summary}`, type: id }))}
      emptyText={(search) => t('none', { search })}
      icon={({ type }) => <NodeIcon type={type} />}
      onPick={({ type }) => {
        const reason = edgeId === undefined ? 'unknown-node' : commands.insertNew(type, { edgeId });
        ui.getState().notify(reason && { kind: 'connection', reason, source: undefined, target: undefined });
        if (!reason) showAdded('field');
      }}
      onClose={() => ui.getState().set({ dialog: undefined })}
    />
  );
}
