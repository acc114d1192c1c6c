'use client';
import Link from 'next/link';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { useShownFact } from '#components/editor/run/run-overlay.ts';
import { turnStore, useTurns } from '#components/editor/run/turn-store.ts';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';

/** Plays a session turn by turn: each run of the form knows the runs before it. */
export function DockSession({ workflowId }: { workflowId: string }) {
  const t = useTranslations('dockSession');
  const id = useId();
  const name = useTurns(workflowId);
  const turn = useShownFact(({ run }) => run.turn);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <span className="flex items-center gap-1">
        <Checkbox
          id={id}
          checked={name !== undefined}
          onCheckedChange={(isOn) => (isOn === true ? turnStore.begin(workflowId) : turnStore.end(workflowId))}
        />
        <label htmlFor={id} title={t('turnsHelp')}>
          {t('turns')}
        </label>
      </span>
      {name === undefined ? null : (
        <>
          {turn === undefined ? null : <span className="num text-ink-2">{t('turn', { turn })}</span>}
          <Button onClick={() => turnStore.begin(workflowId)}>{t('restart')}</Button>
          <Link
            href={`/sessions?workflow=${encodeURIComponent(workflowId)}`}
            prefetch={false}
            className="text-ink-2 underline underline-offset-2"
          >
            {t('sessions')}
          </Link>
        </>
      )}
    </div>
  );
}
