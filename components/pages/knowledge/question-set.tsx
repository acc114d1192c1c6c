'use client';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import { findUnreadLine, readQuestions, writeQuestions } from '#components/pages/knowledge/read-questions.ts';
import { type ModeChoice, ModeSelect } from '#components/pages/knowledge/test-tab.tsx';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { focusFirstInvalid } from '#components/ui/focus-first-invalid.ts';
import { LoadProblem } from '#components/ui/load-problem.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import type { ContractOutput } from '#lib/api/define-contract.ts';
import type { KnowledgeBaseResource } from '#lib/api/knowledge.contract.ts';
import type { measureKnowledge } from '#lib/api/knowledge-questions.contract.ts';

const LIMIT = 5;

/** Questions whose document is known: how many of them find it among the first five passages. */
export function QuestionSet({ base }: { base: KnowledgeBaseResource }) {
  const t = useTranslations('knowledge');
  const params = { name: base.name };
  const [text, setText] = useState<string>();
  const [mode, setMode] = useState<ModeChoice>('auto');
  const [measured, setMeasured] = useState<ContractOutput<typeof measureKnowledge>>();
  const { isBusy, problem, run } = useChange();
  const stored = useQuery({
    queryKey: ['knowledge', base.name, 'questions'],
    queryFn: ({ signal }) => apiClient.listKnowledgeQuestions({ params }, { signal }),
  });
  const shown = text ?? writeQuestions(stored.data?.items ?? []);
  const [isTried, setIsTried] = useState(false);
  const unread = findUnreadLine(shown);
  async function measure(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    flushSync(() => setIsTried(true));
    if (unread) return focusFirstInvalid(form);
    await run(async () => {
      setMeasured(undefined);
      if (text !== undefined) {
        await apiClient.setKnowledgeQuestions({ params, body: { items: readQuestions(text) } });
        await stored.refetch();
      }
      setMeasured(await apiClient.measureKnowledge({ params, body: { limit: LIMIT, ...(mode !== 'auto' && { mode }) } }));
    });
  }
  return (
    <section aria-labelledby="questions" className="grid min-w-0 gap-3 border-t border-line-1 pt-4">
      <h3 id="questions" className="text-name font-title">
        {t('questions')}
      </h3>
      <LoadProblem error={stored.error} isStale={stored.data !== undefined} onRetry={() => void stored.refetch()} />
      <form noValidate onSubmit={(event) => void measure(event)} className="grid gap-2">
        <Field
          id="question-set"
          label={t('questionSet')}
          isRequired={false}
          help={t('help.questions')}
          error={isTried && unread ? t('unreadLine', unread) : undefined}
        >
          {(control) => (
            <TextArea
              {...control}
              rows={6}
              value={shown}
              // What is typed replaces all stored questions.
              readOnly={!stored.data}
              placeholder={t('questionsPlaceholder')}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap items-center gap-2">
          <ModeSelect mode={mode} onChange={setMode} />
          <Button type="submit" aria-disabled={isBusy || undefined}>
            {t('measure')}
          </Button>
        </div>
      </form>
      <div aria-live="polite" className="grid min-w-0 gap-2">
        {problem === undefined ? null : <Notice title={t('notDone')}>{problem}</Notice>}
        {measured ? <Measured measured={measured} /> : null}
      </div>
    </section>
  );
}

function Measured({ measured }: { measured: ContractOutput<typeof measureKnowledge> }) {
  const t = useTranslations('knowledge');
  const { recall, items, p95Ms } = measured;
  if (recall === null) return <p className="text-ink-2">{t('noQuestions')}</p>;
  const found = items.filter(({ rank }) => rank !== null).length;
  return (
    <>
      <p className="num font-strong" data-recall={recall}>
        {t('recall', { percent: Math.round(recall * 1000) / 10, found, count: items.length, ms: Math.round(p95Ms ?? 0) })}
      </p>
      <ol className="grid min-w-0 gap-1">
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a question may be there twice, and the list never changes
          <li key={index} className="grid grid-cols-[48px_minmax(0,1fr)] gap-x-2">
            <span className={`num ${item.rank === null ? 'text-failed' : 'text-ink-2'}`}>
              {item.rank === null ? t('missed') : `#${item.rank}`}
            </span>
            <span className="min-w-0 wrap-anywhere">
              {item.question}
              {item.rank === null ? (
                <span className="block text-meta text-ink-3">
                  {t('expected', { key: item.documentKey, best: item.best ?? '–' })}
                </span>
              ) : null}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
