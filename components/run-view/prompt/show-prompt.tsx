'use client';
import { ScrollText, X } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { Button } from '#components/ui/button.tsx';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { ContractInput, ContractOutput } from '#lib/api/define-contract.ts';
import type { previewPrompt } from '#lib/api/runs.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

const LazyPreview = lazyPart(async () => (await import('#components/run-view/prompt/prompt-preview.tsx')).PromptPreview);
const LazyErrorCard = lazyPart(async () => (await import('#components/run-view/error-card.tsx')).ErrorCard);

type Step =
  | { readonly at: 'idle' | 'loading' }
  | { readonly at: 'shown'; readonly result: ContractOutput<typeof previewPrompt> }
  | { readonly at: 'refused'; readonly message: string };

/** A button that shows the exact first model request of a node, without sending it. */
export function ShowPrompt({ read }: { read: () => ContractInput<typeof previewPrompt>['body'] | undefined }) {
  const t = useTranslations('promptPreview');
  const [step, setStep] = useState<Step>({ at: 'idle' });
  const running = useRef<AbortController>(undefined);

  async function show() {
    const body = read();
    if (!body) return;
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setStep({ at: 'loading' });
    try {
      const result = await apiClient.previewPrompt({ body }, { signal: controller.signal });
      setStep({ at: 'shown', result });
    } catch (error) {
      if (!controller.signal.aborted) setStep({ at: 'refused', message: errorMessage(error) });
    }
  }
  function hide() {
    running.current?.abort();
    setStep({ at: 'idle' });
  }
  return (
    <section aria-label={t('title')} className="grid min-w-0 gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={() => void show()} title={t('hint')}>
          <ScrollText size={13} aria-hidden="true" />
          {step.at === 'shown' ? t('again') : t('show')}
        </Button>
        {step.at === 'idle' ? null : (
          <Button look="quiet" onClick={hide}>
            <X size={13} aria-hidden="true" />
            {t('hide')}
          </Button>
        )}
        <span role="status" className="text-ink-2">
          {step.at === 'loading' ? t('loading') : ''}
        </span>
      </div>
      {step.at === 'refused' ? <Notice title={t('refused')}>{step.message}</Notice> : null}
      {step.at === 'shown' ? (
        <Suspense fallback={null}>
          {step.result.prompt ? <LazyPreview prompt={step.result.prompt} /> : null}
          {step.result.error ? <LazyErrorCard error={step.result.error} /> : null}
        </Suspense>
      ) : null}
    </section>
  );
}
