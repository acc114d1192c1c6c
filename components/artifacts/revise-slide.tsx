'use client';
import { RotateCw } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { SlideDraft } from '#components/artifacts/slide-draft.tsx';
import { apiClient } from '#components/data/api-client.ts';
import { pageCredential } from '#components/data/page-credential.ts';
import { useChange } from '#components/data/use-change.ts';
import { Button } from '#components/ui/button.tsx';
import { FailureNotice } from '#components/ui/failure-notice.tsx';
import { Field } from '#components/ui/field.tsx';
import { TextArea } from '#components/ui/text-area.tsx';

type ReviseSlideProps = { artifactId: string; pageIndex: number; onRevised: () => Promise<void> };

/** Makes a slide again as the person says. That is a run; if it fails, its page says why. */
export function ReviseSlide({ artifactId, pageIndex, onRevised }: ReviseSlideProps) {
  const t = useTranslations('artifacts');
  const [instructions, setInstructions] = useState('');
  const [runId, setRunId] = useState<string>();
  const [draft, setDraft] = useState('');
  const { isBusy, problem, run } = useChange();
  const revise = () =>
    run(async () => {
      setRunId(undefined);
      setDraft('');
      const body = { pageIndex, instructions, mode: 'async' } as const;
      const started = await apiClient.regenerateArtifact({ params: { id: artifactId }, body });
      setRunId(started.runId);
      for await (const event of apiClient.streamEvents(started.runId, { isFollowing: true })) {
        if (event.type === 'content' && !event.parent) setDraft((before) => before + event.content);
        // A repeated call writes everything again.
        if (event.type === 'llm_call' && !event.operation && event.status !== 'finished') setDraft('');
        if (event.type !== 'done') continue;
        if (event.status !== 'succeeded') throw new Error(event.error?.message ?? t('notRevised'));
        setInstructions('');
        await onRevised();
        return;
      }
    });
  return (
    <form
      aria-label={t('revise')}
      className="grid gap-2 border-t border-line-1 pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (instructions.trim() !== '') void revise();
      }}
    >
      <Field id="slide-instructions" label={t('revise')} isRequired={false} help={t('reviseHelp')} error={undefined}>
        {(control) => (
          <TextArea
            {...control}
            value={instructions}
            maxLength={10_000}
            placeholder={t('revisePlaceholder')}
            readOnly={isBusy}
            onChange={(event) => setInstructions(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="primary" size="large" aria-disabled={isBusy || instructions.trim() === '' || undefined}>
          <RotateCw size={14} aria-hidden="true" />
          {t('reviseButton')}
        </Button>
        {isBusy ? (
          <span role="status" className="text-ink-2">
            {t('revising')}
          </span>
        ) : null}
        {runId === undefined || pageCredential() !== undefined ? null : (
          <Link href={`/runs/${runId}`} prefetch={false} className="text-accent underline">
            {t('toRun')}
          </Link>
        )}
      </div>
      {isBusy && draft !== '' ? <SlideDraft json={draft} /> : null}
      <FailureNotice title={t('notRevised')}>{problem}</FailureNotice>
    </form>
  );
}
