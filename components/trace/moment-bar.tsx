'use client';
import type { LucideIcon } from 'lucide-react';
import { ChevronFirst, ChevronLast, StepBack, StepForward } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';

type MomentBarProps = {
  /** Of the events that are here. */
  lastSeq: number;
  /** The event after which the run is shown; undefined for the latest. */
  seq: number | undefined;
  onMove: (seq: number | undefined) => void;
  /** It stays where it was moved to. */
  onSettle: () => void;
};

/** Moves through the run event by event: canvas and detail show it as it stood then. At its end it goes along with the run. */
export function MomentBar({ lastSeq, seq, onMove, onSettle }: MomentBarProps) {
  const t = useTranslations('trace.moment');
  const now = Math.min(seq ?? lastSeq, lastSeq);
  const move = (to: number) => onMove(to >= lastSeq ? undefined : Math.max(to, 1));
  return (
    <fieldset
      aria-label={t('title')}
      onBlur={onSettle}
      onPointerUp={onSettle}
      onKeyUp={onSettle}
      className="flex h-(--bar-panel) min-w-0 shrink-0 items-center gap-1 border-b border-line-1 bg-chrome px-2"
    >
      <Step icon={ChevronFirst} label={t('first')} isOff={now <= 1} onClick={() => move(1)} />
      <Step icon={StepBack} label={t('back')} isOff={now <= 1} onClick={() => move(now - 1)} />
      <Step icon={StepForward} label={t('forward')} isOff={now >= lastSeq} onClick={() => move(now + 1)} />
      <Step icon={ChevronLast} label={t('last')} isOff={now >= lastSeq} onClick={() => move(lastSeq)} />
      <input
        type="range"
        aria-label={t('slider')}
        aria-valuetext={t('position', { seq: String(now), last: String(lastSeq) })}
        min={1}
        max={Math.max(lastSeq, 1)}
        value={Math.max(now, 1)}
        disabled={lastSeq < 2}
        onChange={(event) => move(event.target.valueAsNumber)}
        className="mx-1 min-w-0 grow accent-(--accent)"
      />
      <span className="num shrink-0 text-ink-3" data-moment={seq === undefined ? 'latest' : now}>
        {t('position', { seq: String(now), last: String(lastSeq) })}
      </span>
    </fieldset>
  );
}

type StepProps = { icon: LucideIcon; label: string; isOff: boolean; onClick: () => void };

function Step({ icon: Icon, label, isOff, onClick }: StepProps) {
  return (
    <Button look="quiet" size="icon" aria-label={label} title={label} aria-disabled={isOff || undefined} onClick={onClick}>
      <Icon size={13} aria-hidden="true" />
    </Button>
  );
}
