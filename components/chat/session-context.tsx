'use client';
import { useTranslations } from 'use-intl';
import { TodoList } from '#components/run-view/todos/todo-list.tsx';
import type { SessionWithTurns } from '#lib/api/sessions.contract.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';
import { isTerminal } from '#lib/run/run-status.ts';
import { planProgress } from '#lib/run/todo.ts';

type Session = Pick<SessionWithTurns, 'contextSummary' | 'todoList' | 'status'>;

/** What a session carries besides its messages: the summary of those that models no longer get, and its todos. */
export function SessionContext({ session: { contextSummary, todoList, status } }: { session: Session }) {
  const t = useTranslations('sessions');
  const isRunning = status !== 'idle' && !isTerminal(status);
  return (
    <>
      {contextSummary === null ? null : (
        <details data-context-summary>
          <summary className="cursor-pointer text-meta text-ink-2">{t('contextSummary')}</summary>
          <div className="mt-1 max-h-60 overflow-y-auto border-l-2 border-line-2 pl-3">
            <p className="text-meta text-ink-3">{t('contextSummaryText')}</p>
            <p className="whitespace-pre-wrap wrap-anywhere">{visibleText(contextSummary)}</p>
          </div>
        </details>
      )}
      {todoList.length === 0 ? null : (
        <details>
          <summary className="cursor-pointer text-meta text-ink-2">{t('todoList', planProgress(todoList))}</summary>
          <div className="mt-1 max-h-60 overflow-y-auto">
            <TodoList todos={todoList} isRunning={isRunning} />
          </div>
        </details>
      )}
    </>
  );
}
