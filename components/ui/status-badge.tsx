'use client';
import { useTranslations } from 'use-intl';
import { type MarkedState, StatusMark } from '#components/ui/status-mark.tsx';

type StatusBadgeProps = {
  readonly state: MarkedState;
  /** What stands for the state. @defaultValue its name */
  readonly label?: string | undefined;
};

export function StatusBadge({ state, label }: StatusBadgeProps) {
  const t = useTranslations('status');
  return (
    <span
      data-state={state}
      className="inline-flex h-4.5 shrink-0 items-center gap-1 rounded-chip bg-state-bg pr-1.5 pl-1 text-meta font-[540] whitespace-nowrap text-state"
    >
      <StatusMark state={state} />
      {label ?? t(state)}
    </span>
  );
}
