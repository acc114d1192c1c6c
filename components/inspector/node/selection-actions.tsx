'use client';
import { CopyPlus, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { duplicateSelection } from '#components/editor/commands/clipboard-commands.ts';
import { useEditCommands } from '#components/editor/document/use-edit-commands.ts';
import { useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { Button } from '#components/ui/button.tsx';

/** What can be done with all that is selected. */
export function SelectionActions({ isIconOnly = false, hasNodes = true }: { isIconOnly?: boolean; hasNodes?: boolean }) {
  const t = useTranslations('inspector');
  const edit = useEditCommands();
  const ui = useEditorUiStore();
  const shared = isIconOnly ? ({ look: 'quiet', size: 'icon' } as const) : {};
  return (
    <>
      {hasNodes ? (
        <Button
          {...shared}
          title={t('duplicate')}
          aria-label={t('duplicate')}
          onClick={() => void duplicateSelection({ edit, ui })}
        >
          <CopyPlus size={13} aria-hidden="true" />
          {isIconOnly ? null : t('duplicate')}
        </Button>
      ) : null}
      <Button {...shared} title={t('delete')} aria-label={t('delete')} onClick={edit.remove}>
        <Trash2 size={13} aria-hidden="true" />
        {isIconOnly ? null : t('delete')}
      </Button>
    </>
  );
}
