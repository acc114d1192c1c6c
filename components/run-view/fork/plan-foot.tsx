'use client';
import { Play } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { type PlanState, useForkStore } from '#components/run-view/fork/fork-session.tsx';
import { PlanCounts } from '#components/run-view/fork/plan-list.tsx';
import { Button } from '#components/ui/button.tsx';
import { Keys } from '#components/ui/keys.tsx';

const START_ID = 'plan-start';

type PlanFootProps = {
  plan: PlanState;
  /** Every value that was written is one. */
  isReadable: boolean;
  isStarting: boolean;
  problem: string | undefined;
  onStart: () => void;
};

/** Summary of a plan with its start button, which has the focus, so that Enter starts it. */
export function PlanFoot({ plan, isReadable, isStarting, problem, onStart }: PlanFootProps) {
  const t = useTranslations('fork');
  const fork = useForkStore();
  const isReady = plan.status === 'ready' && !plan.isOld && isReadable && !isStarting;
  useEffect(() => {
    document.getElementById(START_ID)?.focus({ preventScroll: true });
  }, []);
  return (
    <footer className="shrink-0 border-t border-line-2 bg-chrome px-3 py-2">
      <p role="status" data-part="plan-counts" className="num min-h-4 text-ink-2">
        {plan.status === 'ready' ? <PlanCounts planned={plan.plan.nodes} /> : ''}
      </p>
      {problem === undefined ? null : (
        <p role="alert" className="pt-1 text-failed wrap-anywhere">
          {t('notStarted', { message: problem })}
        </p>
      )}
      <div className="flex items-center gap-2 pt-2">
        <Button
          id={START_ID}
          look="primary"
          size="large"
          aria-disabled={isReady ? undefined : true}
          onClick={isReady ? onStart : undefined}
        >
          <Play size={13} aria-hidden="true" />
          {isStarting ? t('starting') : t('start')}
        </Button>
        <Button look="quiet" size="large" onClick={() => fork.getState().close()}>
          {t('cancel')}
          <Keys keys={['Esc']} />
        </Button>
      </div>
    </footer>
  );
}
