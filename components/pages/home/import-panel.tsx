'use client';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useSentBody } from '#components/data/use-sent-body.ts';
import { ImportSlots } from '#components/pages/home/import-slots.tsx';
import { IMPORT_MAX_BYTES, type ReadImport, readImport } from '#components/pages/home/read-import.ts';
import { Button } from '#components/ui/button.tsx';
import { ProblemList } from '#components/ui/problem-list.tsx';
import { Progress } from '#components/ui/progress.tsx';
import { errorMessage } from '#lib/errors/error-message.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

const BYTES_PER_MB = 1024 * 1024;

type ImportPanelProps = {
  file: File;
  onImport: (workflow: Workflow, credentials: ChosenCredentials) => Promise<void>;
  onClose: () => void;
};
/** Ids of credentials, by the slots that they fill. */
export type ChosenCredentials = Readonly<Record<string, string>>;
type ImportState = ReadImport | { readonly status: 'reading' } | { readonly status: 'failed'; readonly reason: string };

function failure(error: unknown): ImportState {
  return { status: 'failed', reason: errorMessage(error) };
}

/** Shows the content and problems of a chosen file before it is imported. */
export function ImportPanel({ file, onImport, onClose }: ImportPanelProps) {
  const t = useTranslations('home');
  const [state, setState] = useState<ImportState>({ status: 'reading' });
  const [isSaving, setIsSaving] = useState(false);
  const { work, onSent } = useSentBody();
  const [chosen, setChosen] = useState<ChosenCredentials>({});
  const slots = state.status === 'workflow' ? state.workflow.settings.credentials : undefined;
  useEffect(() => {
    let isCurrent = true;
    readImport(file, apiClient, { onSent }).then(
      (read) => (isCurrent ? setState(read) : undefined),
      (error: unknown) => (isCurrent ? setState(failure(error)) : undefined),
    );
    return () => {
      isCurrent = false;
    };
  }, [file, onSent]);

  async function save(workflow: Workflow) {
    if (isSaving) return;
    setIsSaving(true);
    try {
      await onImport(workflow, chosen);
    } catch (error) {
      setState(failure(error));
      setIsSaving(false);
    }
  }

  return (
    <section aria-label={t('importTitle', { file: file.name })} className="grid gap-2 border-b border-line-2 bg-sunken px-4 py-3">
      <h2 className="text-name font-title wrap-anywhere">{t('importTitle', { file: file.name })}</h2>
      <div role="status" className="grid max-w-[80ch] gap-2">
        <ImportStatus state={state} />
        {/* Its words change all the time. */}
        <div aria-live="off">
          {state.status === 'reading' ? <Progress label={t('importReading')} work={work} /> : null}
          {isSaving ? <Progress label={t('importSaving')} /> : null}
        </div>
        {'problems' in state && state.problems.length > 0 ? <ProblemList problems={state.problems} /> : null}
      </div>
      {slots ? (
        <ImportSlots
          slots={slots}
          chosen={chosen}
          onChoose={(slot, credentialId) => setChosen((before) => ({ ...before, [slot]: credentialId }))}
        />
      ) : null}
      <div className="flex gap-2">
        {state.status === 'workflow' ? (
          <Button look="primary" size="large" aria-disabled={isSaving || undefined} onClick={() => save(state.workflow)}>
            {t('importSave')}
          </Button>
        ) : null}
        <Button size="large" look="quiet" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </section>
  );
}

function ImportStatus({ state }: { state: ImportState }) {
  const t = useTranslations('home');
  const nodes = useTranslations('library');
  switch (state.status) {
    case 'reading':
      return <p className="text-ink-2">{t('importReading')}</p>;
    case 'failed':
      return <p className="text-failed wrap-anywhere">{t('importFailed', { reason: state.reason })}</p>;
    case 'too-large':
      return <p className="text-failed">{t('importTooLarge', { maxMb: IMPORT_MAX_BYTES / BYTES_PER_MB })}</p>;
    case 'not-json':
      return <p className="text-failed wrap-anywhere">{t('importNotJson', { reason: state.reason })}</p>;
    case 'foreign':
      return <p className="text-failed">{t('importForeign', { product: state.product })}</p>;
    case 'no-workflow':
      return <p className="text-failed">{t('importNoWorkflow')}</p>;
    case 'workflow': {
      const { name, nodes: all } = state.workflow;
      const errorCount = state.problems.filter(({ severity }) => severity === 'error').length;
      return (
        <p className="wrap-anywhere">
          <strong className="font-title">{name}</strong>{' '}
          <span className="num text-ink-2">{nodes('nodeCount', { count: all.length })}</span>{' '}
          {errorCount > 0 ? t('importWithErrors', { count: errorCount }) : t('importFine')}
        </p>
      );
    }
    default:
      return state satisfies never;
  }
}
