'use client';
import type { NodeProps } from '@xyflow/react';
import { ChevronsDownUp } from 'lucide-react';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { useEditCommands } from '#components/editor/document/use-edit-commands.ts';
import { useEditorStore, useEditorUi, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import type { DrawnNode } from '#components/editor/elements/drawn-nodes.ts';

const LENGTH_MAX = 200;

type GroupProps = NodeProps<Extract<DrawnNode, { type?: 'group' }>>;

/** A titled frame around nodes: dragging its title moves them, a click on it selects them, a double click writes it. */
export const GroupNode = memo(function GroupNode({ id, data: { group } }: GroupProps) {
  const t = useTranslations('editor.groups');
  const store = useEditorStore();
  const commands = useEditCommands();
  const ui = useEditorUiStore();
  const isEditing = useEditorUi(({ editingTextId }) => editingTextId === id);
  function write(title: string) {
    commands.setGroupTitle(group.id, title.trim());
    ui.getState().set({ editingTextId: undefined });
  }
  return (
    <section aria-label={t('name', { title: group.title })} className="group-frame size-full">
      {isEditing ? (
        <input
          aria-label={t('title')}
          defaultValue={group.title}
          maxLength={LENGTH_MAX}
          // biome-ignore lint/a11y/noAutofocus: the user chose to edit it
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
          onBlur={(event) => write(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
          }}
          className="nodrag group-input"
        />
      ) : (
        <span className="flex max-w-full items-center">
          <button
            type="button"
            aria-label={t('collapse')}
            title={t('collapse')}
            onClick={() => commands.setCollapsed(group.id, true)}
            className="nodrag group-fold"
          >
            <ChevronsDownUp size={13} aria-hidden="true" />
          </button>
          <button
            type="button"
            title={t('help')}
            onClick={() => store.getState().select({ nodes: group.nodeIds })}
            onDoubleClick={() => ui.getState().set({ editingTextId: id })}
            className="group-title"
          >
            {group.title === '' ? t('untitled') : group.title}
          </button>
        </span>
      )}
    </section>
  );
});
