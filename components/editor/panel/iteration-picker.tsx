'use client';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type MouseEvent, type ReactNode, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { RerunIteration } from '#components/editor/panel/rerun-iteration.tsx';
import {
  useChooseIteration,
  useChosenIteration,
  useIterationList,
  useIterationTotal,
} from '#components/editor/run/iteration-overlay.ts';
import { StatusMark } from '#components/ui/status-mark.tsx';
import type { NodeId } from '#lib/workflow/workflow.ts';

/**
 * Chooses the iteration of a container: all, by number, previous, next, or the first failed one.
 * Empty before the first.
 */
export function IterationPicker({ containerId }: { containerId: NodeId }) {
  const t = useTranslations('editor.containers');
  const list = useIterationList(containerId);
  const chosen = useChosenIteration(containerId);
  const total = useIterationTotal(containerId);
  const chooseIteration = useChooseIteration();
  if (!list) return null;
  const last = list.count - 1;
  const { firstFailed } = list;
  const choose = (index: number | undefined) => chooseIteration(containerId, index);
  // Between the last and the first is the summary of all.
  const before = chosen === undefined ? last : chosen === 0 ? undefined : Math.min(chosen, last + 1) - 1;
  const after = chosen === undefined ? 0 : chosen >= last ? undefined : chosen + 1;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a line of a head
    <div
      role="group"
      aria-label={t('iterations')}
      data-part="pass-picker"
      className="nodrag nopan num ml-auto flex h-6 shrink-0 items-center rounded-control border border-line-2 bg-panel text-meta text-ink-2"
    >
      <Step label={t('previous')} onStep={() => choose(before)}>
        <ChevronLeft size={13} aria-hidden="true" />
      </Step>
      <NumberField key={chosen ?? 'all'} chosen={chosen} last={last} onChoose={choose} />
      <span className="pr-0.5 whitespace-nowrap text-ink-3">{t('of', { total: total ?? list.count })}</span>
      <Step label={t('next')} onStep={() => choose(after)}>
        <ChevronRight size={13} aria-hidden="true" />
      </Step>
      {chosen === undefined ? null : <RerunIteration containerId={containerId} index={chosen} />}
      {firstFailed === undefined ? null : (
        <button
          type="button"
          data-state="failed"
          title={t('firstFailed', { count: list.counts.failed })}
          aria-label={t('firstFailed', { count: list.counts.failed })}
          onClick={(event) => {
            stayHere(event);
            choose(firstFailed);
          }}
          className="flex h-full min-w-6 items-center justify-center gap-1 border-l border-line-2 px-1.5 font-[520] text-state hover:bg-hover"
        >
          <StatusMark state="failed" />
          {list.counts.failed}
        </button>
      )}
    </div>
  );
}

type NumberFieldProps = { chosen: number | undefined; last: number; onChoose: (index: number | undefined) => void };

/** Number of the selected iteration, from 1; empty for all. */
function NumberField({ chosen, last, onChoose }: NumberFieldProps) {
  const t = useTranslations('editor.containers');
  const field = useRef<HTMLInputElement>(null);
  const shown = chosen === undefined ? '' : String(chosen + 1);
  function take(text: string) {
    if (text.trim() === shown) return;
    const number = Number.parseInt(text, 10);
    if (Number.isNaN(number)) onChoose(undefined);
    else onChoose(Math.min(Math.max(number, 1), last + 1) - 1);
  }
  return (
    <input
      ref={field}
      inputMode="numeric"
      aria-label={t('number')}
      title={t('numberHint')}
      placeholder={t('all')}
      defaultValue={shown}
      onClick={stayHere}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={(event) => take(event.currentTarget.value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') take(event.currentTarget.value);
        if (event.key !== 'Escape') return;
        event.currentTarget.value = shown;
        event.currentTarget.blur();
      }}
      className="h-full w-8 bg-transparent text-center text-ink-1 placeholder:text-ink-2"
    />
  );
}

function Step({ label, onStep, children }: { label: string; onStep: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={(event) => {
        stayHere(event);
        onStep();
      }}
      className="grid h-full w-6 place-items-center rounded-control hover:bg-hover hover:text-ink-1"
    >
      {children}
    </button>
  );
}

/** Choosing an iteration keeps the selection. */
function stayHere(event: MouseEvent): void {
  event.stopPropagation();
}
