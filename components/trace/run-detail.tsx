'use client';
import { useTranslations } from 'use-intl';
import { RunOutputs } from '#components/run/run-outputs.tsx';
import { SearchedValue } from '#components/trace/searched-value.tsx';
import { Button } from '#components/ui/button.tsx';
import type { RunState } from '#lib/run/run-state.ts';
import { isTerminal } from '#lib/run/run-status.ts';

/** What went into the whole run and what came out, while no node is chosen. */
export function RunDetail({ run, onSelect }: { run: RunState; onSelect: (nodeId: string) => void }) {
  const t = useTranslations('trace');
  const faultyId = run.error?.nodeId;
  return (
    <div className="grid gap-3 py-2">
      {faultyId === undefined ? null : (
        <p className="px-3">
          <Button onClick={() => onSelect(faultyId)}>{t('showNode', { node: faultyId })}</Button>
        </p>
      )}
      {run.inputs && Object.keys(run.inputs).length > 0 ? (
        <div className="px-3">
          <SearchedValue label={t('inputs')} value={run.inputs} />
        </div>
      ) : (
        <p className="px-3 text-ink-3">{t('noInputs')}</p>
      )}
      {run.status === 'succeeded' ? <RunOutputs outputs={run.outputs ?? {}} /> : null}
      {isTerminal(run.status) ? null : <p className="px-3 text-ink-3">{t('outputsToCome')}</p>}
      <p className="px-3 text-ink-3">{t('chooseNode')}</p>
    </div>
  );
}
