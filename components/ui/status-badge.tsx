'use client';
import { useTranslations } from 'use-intl';
import { type MarkedState, StatusMark } from '#components/ui/status-mark.tsx';

export function StatusBadge({ state }: { state: MarkedState }) {
  const t = useTranslations('status');
  return (
    <span
      data-state={state}
      className="inline-flex h-4.5 shrink-0 items-center gap-1 rounded-chip bg-state-bg pr-1.5 pl-1 text-meta font-[540] whitespace-nowrap text-state"
    >
      <StatusMark state={state} />
      {t(state)}
    </span>
  );
}
