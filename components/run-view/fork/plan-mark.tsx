'use client';
import { CircleDashed, CircleSlash, History, type LucideIcon, PencilLine, Play } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { NodeAction } from '#lib/run/run-plan.ts';

const icons = {
  runs: Play,
  reused: History,
  given: PencilLine,
  skipped: CircleSlash,
  not_run: CircleDashed,
} as const satisfies Readonly<Record<NodeAction, LucideIcon>>;

const inks = {
  runs: 'text-accent',
  reused: 'text-ink-3',
  given: 'text-accent',
  skipped: 'text-waiting',
  not_run: 'text-ink-3',
} as const satisfies Readonly<Record<NodeAction, string>>;

/** The planned action of a node: an icon, always with its name. */
export function PlanMark({ action, isAtEnd = false }: { action: NodeAction; isAtEnd?: boolean }) {
  const t = useTranslations('fork.actions');
  const Icon = icons[action];
  return (
    <span
      data-part="plan-mark"
      className={`flex shrink-0 items-center gap-1 font-[520] whitespace-nowrap ${inks[action]} ${isAtEnd ? 'ml-auto' : ''}`}
    >
      <Icon size={12} aria-hidden="true" />
      {t(action)}
    </span>
  );
}
