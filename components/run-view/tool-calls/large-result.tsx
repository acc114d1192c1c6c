'use client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import type { LargeValue } from '#components/run-view/tool-calls/tool-call-look.ts';
import { Button } from '#components/ui/button.tsx';
import { ValueView } from '#components/ui/value-view.tsx';
import { errorMessage } from '#lib/errors/error-message.ts';

type Loading = { step: 'excerpt' } | { step: 'loading' } | { step: 'whole'; data: unknown } | { step: 'failed'; message: string };

/** The button that had the focus is gone by then. */
const focusOnMount = (element: HTMLElement | null) => element?.focus();

/** The beginning of a value that is too large for the log, how much there is of it, and on demand all of it. */
export function LargeResult({ value: { ref, chars, excerpt } }: { value: LargeValue }) {
  const t = useTranslations('tools');
  const [loading, setLoading] = useState<Loading>({ step: 'excerpt' });
  async function load(hash: string) {
    if (loading.step === 'loading') return;
    setLoading({ step: 'loading' });
    try {
      const { data } = await apiClient.getPayload({ params: { hash } });
      setLoading({ step: 'whole', data });
    } catch (error) {
      setLoading({ step: 'failed', message: errorMessage(error) });
    }
  }
  if (loading.step === 'whole')
    return (
      <div ref={focusOnMount} tabIndex={-1}>
        <ValueView label={t('result')} value={loading.data} isCode />
      </div>
    );
  return (
    <div className="grid gap-1">
      <ValueView label={t('result')} value={excerpt} isCode />
      <div className="flex flex-wrap items-center gap-x-2 text-meta text-ink-2">
        <span>{t('excerpt', { shown: excerpt.length, total: chars })}</span>
        {ref === undefined ? (
          <span>{t('notKept')}</span>
        ) : (
          <Button look="quiet" onClick={() => void load(ref)} aria-disabled={loading.step === 'loading' || undefined}>
            {loading.step === 'loading' ? t('loading') : t('loadAll')}
          </Button>
        )}
        {loading.step === 'failed' ? (
          <span role="alert" className="text-failed">
            {t('loadFailed', { message: loading.message })}
          </span>
        ) : null}
      </div>
    </div>
  );
}
