'use client';
import { ArrowDownFromLine, GitFork, type LucideIcon, Repeat } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { PlanPart, RowPart } from '#components/fork/row-parts.ts';

const icons = {
  runFrom: ArrowDownFromLine,
  before: GitFork,
  after: GitFork,
  pass: Repeat,
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

/** What can be planned from a line of the timeline. */
export function RowMenu({ parts, at, focusAfter, onPlan, onClose }: RowMenuProps) {
  const t = useTranslations('fork.menu');
  const chosen = useRef<PlanPart>(undefined);
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={onClose}>
      <DropdownMenu.Trigger asChild>
        <span aria-hidden="true" tabIndex={-1} className="fixed size-0" style={{ left: at.clientX, top: at.clientY }} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          aria-label={t('label')}
          align="start"
          sideOffset={2}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            focusAfter?.focus();
            // Only now: what it opens would lose the focus to the menu that closes.
            if (chosen.current) onPlan(chosen.current);
          }}
          className="z-20 min-w-52 rounded-menu bg-raised p-1 shadow-menu"
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
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
