'use client';
import { BookOpen, ChevronRight, FileText, Globe, LoaderCircle, Search } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useNow } from '#components/ui/use-now.ts';
import type { ChatSource, ChatStep } from '#lib/chat/chat-answer.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

/** Steps that are worth a line once the answer is there. */
const icons = { documents: BookOpen, web: Globe, lookup: Search, file: FileText } as const;
type VisibleStep = ChatStep & { readonly kind: keyof typeof icons };
const isVisible = (step: ChatStep): step is VisibleStep => Object.hasOwn(icons, step.kind);

type StepsProps = { readonly steps: readonly ChatStep[]; readonly sources: readonly ChatSource[] };

/** What was done for an answer, in words of a customer; opened on demand. */
export function StepLine({ steps, sources }: StepsProps) {
  const t = useTranslations('chat');
  const visible = steps.filter(isVisible);
  const [first] = visible;
  if (!first) return null;
  const titles = [...new Map(sources.map((source) => [`${source.title} ${source.page}`, source])).values()];
  const documents = new Set(sources.map(({ title }) => title)).size;
  const wordsOf = ({ kind, count }: VisibleStep) => t(`steps.${kind}`, { count: kind === 'documents' ? documents : count });
  const Icon = icons[first.kind];
  const read = visible.some(({ kind }) => kind === 'documents' || kind === 'web') ? titles : [];
  return (
    <details className="chat-steps">
      <summary>
        <Icon size={16} strokeWidth={1.7} aria-hidden="true" />
        {wordsOf(first)}
        <ChevronRight size={16} strokeWidth={1.7} aria-hidden="true" />
      </summary>
      <ul>
        {read.map(({ title, page, index }) => (
          <li key={index}>{t('stepRead', { title: visibleText(title), page: page ?? 0 })}</li>
        ))}
        {visible
          .filter(({ kind }) => read.length === 0 || (kind !== 'documents' && kind !== 'web'))
          .map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps only grow at their end
            <li key={index}>{wordsOf(step)}</li>
          ))}
      </ul>
    </details>
  );
}

type NowLineProps = {
  readonly steps: readonly ChatStep[];
  readonly startedAt: string | undefined;
  readonly isStreaming: boolean;
};

/** What happens at the moment, and for how long the answer has been in the making. */
export function NowLine({ steps, startedAt, isStreaming }: NowLineProps) {
  const t = useTranslations('chat');
  const nowMs = useNow('slow');
  const running = steps.findLast(({ isRunning }) => isRunning) ?? steps.at(-1);
  const seconds = startedAt === undefined || nowMs === 0 ? 0 : Math.max(0, Math.round((nowMs - Date.parse(startedAt)) / 1000));
  const kind = isStreaming ? 'write' : (running?.kind ?? 'think');
  return (
    <p className="chat-now">
      <LoaderCircle size={16} strokeWidth={1.7} aria-hidden="true" />
      {/* Each new step is read out, its seconds are not. */}
      <span role="status">{t(`now.${kind}`)}</span>
      <span className="chat-now-time" aria-hidden="true">
        {t('seconds', { seconds })}
      </span>
    </p>
  );
}
