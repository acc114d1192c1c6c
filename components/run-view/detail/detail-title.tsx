'use client';
import { ChevronRight, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { StatusBadge } from '#components/ui/status-badge.tsx';
import type { MarkedState } from '#components/ui/status-mark.tsx';

/** Of the title, which takes the focus when its part of the run is opened by key. */
export const DETAIL_HEAD_ID = 'trace-detail-head';

type DetailTitleProps = {
  icon: ReactNode;
  name: string;
  /** Opens what this is part of. */
  around?: { readonly name: string; readonly onOpen: () => void };
  state: MarkedState | undefined;
  /** Reason of its end, id or model. */
  children?: ReactNode;
  /** Undefined where it is shown without being chosen. */
  onClose?: (() => void) | undefined;
};

/** The title and status of the detail, with a way back to the run. */
export function DetailTitle({ icon, name, around, state, children, onClose }: DetailTitleProps) {
  const t = useTranslations('trace');
  return (
    <header className="sticky top-0 z-2 flex h-10 shrink-0 items-center gap-2 bg-panel pr-2 pl-3">
      {icon}
      {around ? (
        <>
          <button
            type="button"
            onClick={around.onOpen}
            className="min-w-0 shrink truncate text-name font-title text-ink-2 hover:text-ink-1 hover:underline"
          >
            {around.name}
          </button>
          <ChevronRight size={13} aria-hidden="true" className="-mx-1 shrink-0 text-ink-3" />
        </>
      ) : null}
      <h2 id={DETAIL_HEAD_ID} tabIndex={-1} className="min-w-0 truncate text-name font-title">
        {name}
      </h2>
      {state ? <StatusBadge state={state} /> : null}
      {children}
      <span className="grow" />
      {onClose ? (
        <Button look="quiet" size="icon" aria-label={t('close')} title={t('close')} onClick={onClose}>
          <X size={14} aria-hidden="true" />
        </Button>
      ) : null}
    </header>
  );
}
