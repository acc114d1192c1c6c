'use client';
import { CopyPlus, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useEditCommands } from '#components/editor/use-edit-commands.ts';
import { Button } from '#components/ui/button.tsx';

/** What can be done with all that is selected. */
export function SelectionActions({ isIconOnly = false, hasNodes = true }: { isIconOnly?: boolean; hasNodes?: boolean }) {
  const t = useTranslations('inspector');
  const { duplicate, remove } = useEditCommands();
  const shared = isIconOnly ? ({ look: 'quiet', size: 'icon' } as const) : {};
  return (
    <>
      {hasNodes ? (
        <Button {...shared} title={t('duplicate')} aria-label={t('duplicate')} onClick={duplicate}>
          <CopyPlus size={13} aria-hidden="true" />
          {isIconOnly ? null : t('duplicate')}
        </Button>
      ) : null}
      <Button {...shared} title={t('delete')} aria-label={t('delete')} onClick={remove}>
        <Trash2 size={13} aria-hidden="true" />
        {isIconOnly ? null : t('delete')}
      </Button>
    </>
  );
}
