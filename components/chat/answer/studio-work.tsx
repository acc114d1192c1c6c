'use client';
import { useTranslations } from 'use-intl';
import { ErrorCard } from '#components/run-view/error-card.tsx';
import { TodoList } from '#components/run-view/todos/todo-list.tsx';
import { ToolCalls } from '#components/run-view/tool-calls/tool-calls.tsx';
import { visibleText } from '#lib/i18n/visible-text.ts';
import type { NodeError } from '#lib/run/run-event.ts';
import type { NodeState, RunState } from '#lib/run/run-state.ts';

type StudioWorkProps = {
  readonly thinking: string;
  readonly working: readonly NodeState[];
  readonly run: RunState;
  readonly isOpen: boolean;
  readonly error: Pick<NodeError, 'code' | 'message'> | null;
};

/** What people of the studio see of a turn besides its answer: reasoning, plans, tool calls, and why it failed. */
export function StudioWork({ thinking, working, run, isOpen, error }: StudioWorkProps) {
  const t = useTranslations('chat');
  const approvals = Object.values(run.approvals);
  return (
    <div className="grid min-w-0 gap-2 text-body empty:hidden">
      {thinking === '' ? null : (
        <details className="min-w-0 rounded-control border border-line-1">
          <summary className="cursor-pointer px-2 py-1 text-ink-2">{t('thinking')}</summary>
          <p className="max-h-56 overflow-y-auto px-2 pb-2 leading-5 whitespace-pre-wrap text-ink-2 wrap-anywhere">
            {visibleText(thinking)}
          </p>
        </details>
      )}
      {working.map(({ nodeId, plan, toolCalls }) => (
        <div key={nodeId} className="grid min-w-0 gap-2">
          {plan ? <TodoList todos={plan} isRunning={isOpen} /> : null}
          {toolCalls.length > 0 ? (
            <ToolCalls calls={toolCalls} approvals={approvals.filter((approval) => approval.nodeId === nodeId)} />
          ) : null}
        </div>
      ))}
      {error ? <ErrorCard error={error} /> : null}
    </div>
  );
}
