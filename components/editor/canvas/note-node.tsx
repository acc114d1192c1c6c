'use client';
import { type NodeProps, NodeResizer } from '@xyflow/react';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { useEditCommands } from '#components/editor/document/use-edit-commands.ts';
import { useEditorUi, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import type { DrawnNode } from '#components/editor/elements/drawn-nodes.ts';

const MIN_WIDTH_PX = 96;
const MIN_HEIGHT_PX = 32;
const MAX_LENGTH = 10_000;

type NoteProps = NodeProps<Extract<DrawnNode, { type?: 'note' }>>;

/** A note on the canvas. Double click or Enter starts editing, Escape ends it. */
export const NoteNode = memo(function NoteNode({ id, data: { note }, selected }: NoteProps) {
  const t = useTranslations('editor.notes');
  const commands = useEditCommands();
  const ui = useEditorUiStore();
  const isEditing = useEditorUi(({ editingTextId }) => editingTextId === id);
  const stopEditing = () => ui.getState().set({ editingTextId: undefined });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter does the same on the canvas
    <div
      className="note size-full"
      data-selected={selected || undefined}
      onDoubleClick={() => ui.getState().set({ editingTextId: id })}
    >
      <NodeResizer
        isVisible={selected === true && !isEditing}
        minWidth={MIN_WIDTH_PX}
        minHeight={MIN_HEIGHT_PX}
        lineClassName="note-line"
        handleClassName="note-grip"
        onResizeEnd={(_, { x, y, width, height }) =>
          commands.changeNote(note.id, { position: { x, y }, width: Math.round(width), height: Math.round(height) })
        }
      />
      {isEditing ? (
        <textarea
          aria-label={t('text')}
          defaultValue={note.text}
          maxLength={MAX_LENGTH}
          // biome-ignore lint/a11y/noAutofocus: the user chose to edit it
          autoFocus
          onFocus={(event) => event.currentTarget.setSelectionRange(note.text.length, note.text.length)}
          onBlur={(event) => {
            commands.changeNote(note.id, { text: event.currentTarget.value });
            stopEditing();
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' && !(event.key === 'Enter' && (event.ctrlKey || event.metaKey))) return;
            // Ctrl+Enter elsewhere starts a run.
            event.preventDefault();
            event.currentTarget.blur();
          }}
          className="nodrag nowheel size-full resize-none bg-transparent outline-none"
        />
      ) : (
        <p className="size-full overflow-hidden wrap-anywhere whitespace-pre-wrap">
          {note.text === '' ? <span className="text-ink-3">{t('empty')}</span> : note.text}
        </p>
      )}
    </div>
  );
});
