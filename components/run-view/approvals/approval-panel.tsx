'use client';
import { useLayoutEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { ApprovalItem } from '#components/run-view/approvals/approval-item.tsx';
import { CallerItem } from '#components/run-view/approvals/caller-item.tsx';
import { needsDecision } from '#components/run-view/approvals/needs-decision.ts';
import { isShownWait, WaitItem } from '#components/run-view/approvals/wait-item.tsx';
import { usePathName } from '#components/run-view/use-path-name.ts';
import { StatusMark } from '#components/ui/status-mark.tsx';
import type { RunState } from '#lib/run/run-state.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

type ApprovalPanelProps = {
  runId: string;
  run: RunState;
  nodes: readonly WorkflowNode[];
  nowMs: number;
  /** Gets the focus when the last approval is removed while it has the focus. */
  focusAfterId: string;
  /** In a separate column. @defaultValue false: above the rest of its column */
  isColumn?: boolean;
  /** All of it is shown, where the page around it scrolls. @defaultValue false */
  isWhole?: boolean;
};

/** The decisions that are open in the run, its waits, and the calls whose results its caller returns. */
export function ApprovalPanel({ runId, run, nodes, nowMs, focusAfterId, isColumn = false, isWhole = false }: ApprovalPanelProps) {
  const t = useTranslations('approvals');
  const open = Object.values(run.approvals).filter(needsDecision);
  const waits = Object.values(run.approvals).filter(isShownWait);
  const calls = Object.values(run.approvals).filter(({ kind }) => kind === 'caller');
  const nameOf = usePathName(nodes);
  const list = useRef<HTMLUListElement>(null);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (!hadFocus.current) return;
    hadFocus.current = false;
    const next = list.current?.querySelector<HTMLElement>('[data-approval]') ?? document.getElementById(focusAfterId);
    next?.focus();
  });
  return (
    <>
      <p role="status" className="sr-only">
        {open.length > 0 ? t('announced', { count: open.length }) : ''}
      </p>
      {open.length > 0 ? (
        <section
          aria-labelledby="approvals-title"
          className={`scroll-pb-10 overflow-y-auto border-line-2 bg-raised ${isColumn ? 'h-full border-r' : `shrink-0 border-b ${isWhole ? '' : 'md:max-h-[62%]'}`}`}
        >
          <header
            data-state="waiting"
            className="sticky top-0 z-1 flex min-h-7 flex-wrap items-center gap-x-2 border-b border-waiting-line bg-waiting-bg px-3 py-1"
          >
            <StatusMark state="waiting" />
            <h3 id="approvals-title" className="text-name font-title text-waiting">
              {t('title', { count: open.length })}
            </h3>
            <span className="text-ink-2">{run.status === 'waiting' ? t('runWaits') : t('runContinues')}</span>
          </header>
          <ul ref={list} className="divide-y divide-line-2">
            {open.map((approval) => (
              <li key={approval.actionId}>
                <ApprovalItem
                  runId={runId}
                  approval={approval}
                  nodeLabel={nameOf(approval.nodeId)}
                  nowMs={nowMs}
                  hadFocus={hadFocus}
                />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {waits.length + calls.length > 0 ? (
        <section
          aria-label={t('waits')}
          className={`overflow-y-auto border-line-2 bg-raised ${isColumn && open.length === 0 ? 'h-full border-r' : 'max-h-40 shrink-0 border-b'}`}
        >
          <ul className="divide-y divide-line-2">
            {calls.map((call) => (
              <li key={call.actionId}>
                <CallerItem call={call} nodeLabel={nameOf(call.nodeId)} />
              </li>
            ))}
            {waits.map((wait) => (
              <li key={wait.actionId}>
                <WaitItem runId={runId} wait={wait} nodeLabel={nameOf(wait.nodeId)} nowMs={nowMs} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}
