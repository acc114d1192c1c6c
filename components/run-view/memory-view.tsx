'use client';
import { useFormatter, useTranslations } from 'use-intl';
import { TodoList } from '#components/run-view/todos/todo-list.tsx';
import { Folded } from '#components/ui/folded.tsx';
import { visibleText } from '#lib/i18n/visible-text.ts';
import type { Memory, MemoryChange } from '#lib/run/memory.ts';
import type { MemoryEntry } from '#lib/run/memory-history.ts';

type MemoryViewProps = { memory: Memory; entries: readonly MemoryEntry[]; onSelect: (nodeId: string) => void };

/** The structured memory of a run and the changes that made it. */
export function MemoryView({ memory, entries, onSelect }: MemoryViewProps) {
  const t = useTranslations('memoryView');
  const timeOf = useTimeText();
  const { goals, decisions, todos, facts, openQuestions } = memory;
  return (
    <div className="grid min-w-0 gap-3 p-3" data-memory={memory.version}>
      <Section title={t('goals')} lines={goals.map((text) => ({ id: text, text }))} />
      <Section
        title={t('decisions')}
        lines={decisions.map(({ id, decision, rationale, at }) => ({ id, text: decision, more: rationale, at }))}
      />
      {todos.length > 0 ? <TodoList todos={todos} isRunning={false} /> : null}
      <Section
        title={t('facts')}
        lines={facts.map(({ id, fact, sourceMessageId }) => ({ id, text: fact, more: sourceMessageId }))}
      />
      <Section
        title={t('openQuestions')}
        lines={openQuestions.map(({ id, question, context }) => ({ id, text: question, more: context }))}
      />
      <Folded title={`${t('history')} · ${t('version', { count: entries.length })}`}>
        <ol className="grid gap-2">
          {entries.toReversed().map((entry) => (
            <li key={entry.seq} data-memory-change={entry.nodeId} className="min-w-0 border-l-2 border-line-2 pl-2">
              <p className="flex flex-wrap items-baseline gap-x-2">
                <span className="font-strong">{t('change', { version: entry.version })}</span>
                <button type="button" className="text-accent hover:underline" onClick={() => onSelect(entry.nodeId)}>
                  <code>{entry.nodeId}</code>
                </button>
                <time dateTime={entry.at} className="num text-meta text-ink-3">
                  {timeOf(entry.at)}
                </time>
              </p>
              <ChangeLines change={entry.change} />
            </li>
          ))}
        </ol>
      </Folded>
    </div>
  );
}

function useTimeText(): (at: string) => string {
  const format = useFormatter();
  return (at) => format.dateTime(new Date(at), { timeStyle: 'medium', hourCycle: 'h23' });
}

type Line = { readonly id: string; readonly text: string; readonly more?: string | undefined; readonly at?: string };

function Section({ title, lines }: { title: string; lines: readonly Line[] }) {
  const timeOf = useTimeText();
  if (lines.length === 0) return null;
  return (
    <section className="min-w-0">
      <h3 className="text-meta text-ink-3">{title}</h3>
      <ul className="grid gap-0.5">
        {lines.map(({ id, text, more, at }) => (
          <li key={id} className="min-w-0 wrap-anywhere">
            {visibleText(text)}
            {more ? <span className="text-ink-2"> ({visibleText(more)})</span> : null}
            {at ? <span className="num text-meta text-ink-3"> {timeOf(at)}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

const sections = ['goals', 'decisions', 'todos', 'facts', 'openQuestions', 'resolved'] as const;

function ChangeLines({ change }: { change: MemoryChange }) {
  const t = useTranslations('memoryView');
  return sections.map((section) =>
    change[section]?.length ? (
      <p key={section} className="min-w-0 text-ink-2 wrap-anywhere">
        <span className="text-ink-3">{t(section)}:</span> {change[section].map(textOf).map(visibleText).join('; ')}
      </p>
    ) : null,
  );
}

function textOf(entry: string | object): string {
  if (typeof entry === 'string') return entry;
  const [first] = ['decision', 'text', 'fact', 'question'].flatMap((key) => (entry as Record<string, string>)[key] ?? []);
  return first ?? '';
}
