'use client';
import { ArrowDownFromLine, GitFork, type LucideIcon, Repeat } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { PlanPart, RowPart } from '#components/run-view/fork/row-parts.ts';
import { PointerMenu } from '#components/ui/pointer-menu.tsx';

const icons = {
  runFrom: ArrowDownFromLine,
  before: GitFork,
  after: GitFork,
  iteration: Repeat,
} as const satisfies Readonly<Record<RowPart['kind'], LucideIcon>>;

type RowMenuProps = {
  parts: readonly RowPart[];
  /** Client pixels. */
  at: { readonly clientX: number; readonly clientY: number };
  /** What gets the focus back. */
  focusAfter: HTMLElement | null;
  onPlan: (part: PlanPart) => void;
  onClose: () => void;
};

/** The plans that can start at a row of the timeline. */
export function RowMenu({ parts, at, focusAfter, onPlan, onClose }: RowMenuProps) {
  const t = useTranslations('fork.menu');
  const chosen = useRef<PlanPart>(undefined);
  return (
    <PointerMenu
      label={t('label')}
      at={at}
      focusAfter={focusAfter}
      onClose={onClose}
      onClosed={() => chosen.current && onPlan(chosen.current)}
    >
      {parts.map(({ kind, part }) => {
        const Icon = icons[kind];
        return (
          <DropdownMenu.Item
            key={kind}
            onSelect={() => {
              chosen.current = part;
            }}
            className="flex h-6 items-center gap-2 rounded-control px-2 outline-none select-none data-[highlighted]:bg-accent-bg"
          >
            <Icon size={14} strokeWidth={1.7} aria-hidden="true" className="shrink-0" />
            {t(kind)}
          </DropdownMenu.Item>
        );
      })}
    </PointerMenu>
  );
}
