'use client';
import { Play } from 'lucide-react';
import { type KeyboardEvent, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { submitRunForm } from '#components/editor/dock/dock-form.tsx';
import { useNodeName } from '#components/editor/document/use-node-name.ts';
import { useForkStore } from '#components/run-view/fork/fork-session.tsx';
import { PlanHead } from '#components/run-view/fork/plan-head.tsx';
import { useLeaveByKey } from '#components/run-view/fork/use-leave-by-key.ts';
import { Button } from '#components/ui/button.tsx';
import { Keys } from '#components/ui/keys.tsx';
import type { NodeId } from '#lib/workflow/workflow.ts';

const START_ID = 'plan-start';

/** Why nothing can run from the middle yet, and the run that changes it. */
export function NoRunYet({ from }: { from: readonly NodeId[] }) {
  const t = useTranslations('fork');
  const fork = useForkStore();
  const nameOf = useNodeName();
  const close = () => fork.getState().close();
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') close();
  }
  useLeaveByKey(close);
  useEffect(() => {
    document.getElementById(START_ID)?.focus({ preventScroll: true });
  }, []);
  return (
    <section
      aria-labelledby="no-run-title"
      data-plan-panel="no-run"
      onKeyDown={onKeyDown}
      className="flex h-full min-h-0 flex-col bg-panel"
    >
      <PlanHead id="no-run-title" title={t('noRun.title', { name: from.map(nameOf).join(', ') })} onClose={close} />
      <div className="grid gap-3 p-3">
        <p className="text-ink-2">{t('noRun.text')}</p>
        <div className="flex items-center gap-2">
          <Button
            id={START_ID}
            look="primary"
            size="large"
            onClick={() => {
              close();
              submitRunForm();
            }}
          >
            <Play size={13} aria-hidden="true" />
            {t('noRun.run')}
          </Button>
          <Button look="quiet" size="large" onClick={close}>
            {t('cancel')}
            <Keys keys={['Esc']} />
          </Button>
        </div>
      </div>
    </section>
  );
}
