'use client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import { useSettingChange } from '#components/pages/settings/use-changeable-settings.ts';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { FailureLine } from '#components/ui/failure-line.tsx';
import { Tag } from '#components/ui/tag.tsx';
import type { ChangeableSettings } from '#lib/api/changeable-settings.ts';

type EmbeddingRowProps = {
  setting: ChangeableSettings['embeddings'][number];
  /** Id of the button that edits it. */
  editId: string;
  /** Gets the focus after the model was removed. */
  focusAfterId: string;
  onEdit: () => void;
};

/** One embedding model, and whether it answers. */
export function EmbeddingRow({ setting, editId, focusAfterId, onEdit }: EmbeddingRowProps) {
  const t = useTranslations('embeddings');
  const [answer, setAnswer] = useState<{ dimensions: number; durationMs: number }>();
  const [isRemoving, setIsRemoving] = useState(false);
  const test = useChange();
  const removal = useSettingChange();
  const { name, model, host, baseUrl, hasKey } = setting.value;
  const params = { name };
  const isLocked = setting.source === 'file';
  const problem = removal.problem ?? test.problem;
  return (
    <div className="grid min-w-0 gap-1">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="font-strong wrap-anywhere">{name}</strong>
        <code className="text-ink-2 wrap-anywhere">{model}</code>
        <code className="text-ink-3 wrap-anywhere">{baseUrl ?? host}</code>
        {hasKey ? null : <Tag>{t('noKey')}</Tag>}
        {isLocked ? <Tag>{t('ofFile')}</Tag> : null}
        <span className="ml-auto flex gap-1">
          <Button
            aria-disabled={test.isBusy || undefined}
            onClick={() =>
              void test.run(async () => {
                setAnswer(undefined);
                setAnswer(await apiClient.testEmbedding({ params }));
              })
            }
          >
            {t('test')}
          </Button>
          {isLocked ? null : (
            <>
              <Button id={editId} onClick={onEdit}>
                {t('edit')}
              </Button>
              <Button look="quiet" onClick={() => setIsRemoving(true)}>
                {t('remove')}
              </Button>
            </>
          )}
        </span>
      </div>
      <FailureLine>{problem}</FailureLine>
      <div aria-live="polite" className="min-w-0">
        {answer && !test.isBusy ? (
          <p className="num text-ink-2">
            {t('answered', { dimensions: answer.dimensions, ms: Math.max(1, Math.round(answer.durationMs)) })}
          </p>
        ) : null}
      </div>
      <ConfirmDialog
        isOpen={isRemoving}
        title={t('removeTitle', { name })}
        cancelLabel={t('cancel')}
        confirmLabel={t('remove')}
        focusAfterId={focusAfterId}
        onCancel={() => setIsRemoving(false)}
        onConfirm={() => {
          setIsRemoving(false);
          void removal.run(() => apiClient.removeEmbedding({ params }));
        }}
      >
        <p>{t('removeText')}</p>
      </ConfirmDialog>
    </div>
  );
}
