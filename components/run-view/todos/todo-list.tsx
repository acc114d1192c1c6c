'use client';
import { useTranslations } from 'use-intl';
import { type MarkedState, StatusMark } from '#components/ui/status-mark.tsx';
import type { NodeState } from '#lib/run/run-state.ts';
import { planProgress, type TodoStatus } from '#lib/run/todo.ts';

const marks: Readonly<Record<TodoStatus, MarkedState>> = {
  pending: 'queued',
  active: 'running',
  done: 'succeeded',
  failed: 'failed',
  dropped: 'skipped',
};

type Plan = NonNullable<NodeState['plan']>;

/**
 * The plan of a model as a list that fills: marks, texts and how much of it is done.
 * @param isRunning whether it is being worked on: an active step of an ended node was interrupted
 */
export function TodoList({ todos, isRunning }: { todos: Plan; isRunning: boolean }) {
  const t = useTranslations('todos');
  const { done, total } = planProgress(todos);
  const shown = todos.map((todo) => ({
    ...todo,
    status: todo.status === 'active' && !isRunning ? ('pending' as const) : todo.status,
  }));
  return (
    <section aria-label={t('title')} className="min-w-0 rounded-md border border-line-1">
      <header className="flex items-center gap-2 border-b border-line-1 px-2 py-1">
        <h3 className="font-strong text-ink-2">{t('title')}</h3>
        <meter min={0} max={Math.max(total, 1)} value={done} aria-label={t('progress', { done, total })} className="sr-only" />
        <span className="num ml-auto text-meta text-ink-2" aria-hidden="true">
          {t('progress', { done, total })}
        </span>
      </header>
      <ol className="min-w-0 py-1">
        {shown.map(({ id, text, status, owner }, index) => (
          <li key={id} data-todo={status} className="flex min-w-0 items-baseline gap-2 px-2 py-0.5">
            <span data-state={marks[status]} className="relative top-px flex shrink-0 text-state">
              <StatusMark state={marks[status]} label={t(`status.${status}`)} />
            </span>
            <span className={`min-w-0 wrap-anywhere ${lookOf(status)}`}>{text ?? t('step', { number: index + 1 })}</span>
            {owner === undefined ? null : <code className="ml-auto shrink-0 text-meta text-ink-3">{owner}</code>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function lookOf(status: TodoStatus): string {
  if (status === 'dropped') return 'text-ink-3 line-through';
  if (status === 'active') return 'font-strong text-ink-1';
  return status === 'pending' ? 'text-ink-2' : 'text-ink-1';
}
