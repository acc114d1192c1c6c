'use client';
import { Undo2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';

type DeletedRowProps = { name: string; columnCount: number; onUndo: () => void };

/** Replaces the row of a deleted workflow while it can be undone. */
export function DeletedRow({ name, columnCount, onUndo }: DeletedRowProps) {
  const t = useTranslations('home');
  return (
    <tr className="border-b border-line-1 bg-sunken">
      <td colSpan={columnCount} className="h-12 px-4">
        <span className="flex min-w-0 items-center gap-3">
          <span role="status" className="min-w-0 truncate text-ink-2">
            {t('deleted', { name })}
          </span>
          {/* The delete button is gone; without this the focus would be lost. */}
          <Button autoFocus onClick={onUndo}>
            <Undo2 size={13} aria-hidden="true" />
            {t('undo')}
          </Button>
        </span>
      </td>
    </tr>
  );
}
