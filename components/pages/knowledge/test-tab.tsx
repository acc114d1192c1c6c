'use client';
import { type SubmitEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import { QuestionSet } from '#components/pages/knowledge/question-set.tsx';
import { RetrievalView } from '#components/run-view/retrieval-view.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import type { ContractOutput } from '#lib/api/define-contract.ts';
import type { KnowledgeBaseResource, searchKnowledge } from '#lib/api/knowledge.contract.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

const modeChoices = ['auto', 'lexical', 'vector', 'hybrid'] as const;
export type ModeChoice = (typeof modeChoices)[number];

type TestTabProps = { base: KnowledgeBaseResource; onOpen: (chunk: { documentId: string; chunkId: string }) => void };

/** What is found for a question and why, and how much a set of questions finds. */
export function TestTab({ base, onOpen }: TestTabProps) {
  const t = useTranslations('knowledge');
  const [query, setQuery] = useState('');
  const [mode, setMode] = useState<ModeChoice>('auto');
  const [found, setFound] = useState<ContractOutput<typeof searchKnowledge>>();
  const { isBusy, problem, run } = useChange();
  async function search(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (query.trim() === '') return event.currentTarget.querySelector('input')?.focus();
    await run(async () => {
      setFound(undefined);
      const body = { query: query.trim(), ...(mode !== 'auto' && { mode }) };
      setFound(await apiClient.searchKnowledge({ params: { name: base.name }, body }));
    });
  }
  return (
    <div className="grid min-w-0 content-start gap-4 p-4">
      <form noValidate onSubmit={(event) => void search(event)} className="flex flex-wrap items-center gap-2">
        <div className="min-w-48 flex-1 md:max-w-140">
          <TextInput
            aria-label={t('question')}
            placeholder={t('question')}
            maxLength={2000}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        </div>
        <ModeSelect mode={mode} onChange={setMode} />
        <Button type="submit" look="primary" aria-disabled={isBusy || undefined}>
          {t('find')}
        </Button>
      </form>
      <div aria-live="polite" className="grid min-w-0 gap-3">
        {problem === undefined ? null : <Notice title={t('notFound')}>{problem}</Notice>}
        {found ? (
          <>
            <p className="num text-meta text-ink-3">
              {t('found', { count: found.passages.length, ms: Math.round(found.durationMs) })}
            </p>
            <ol className="grid min-w-0 gap-2">
              {found.passages.map((passage, index) => (
                <li
                  key={passage.chunkId}
                  data-passage={passage.key}
                  className="grid min-w-0 gap-1 rounded-md border border-line-1 p-2"
                >
                  <p className="flex flex-wrap items-baseline gap-x-2 text-meta">
                    <span className="num text-ink-3">[{index + 1}]</span>
                    <button
                      type="button"
                      title={t('openChunk')}
                      onClick={() => onOpen(passage)}
                      className="text-left font-strong text-accent underline wrap-anywhere"
                    >
                      {visibleText(passage.title)}
                    </button>
                    <span className="min-w-0 text-ink-3 wrap-anywhere">
                      {[...(passage.page === null ? [] : [t('page', { page: passage.page })]), visibleText(passage.place)]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                    <span className="num ml-auto text-ink-3">{passage.score.toFixed(3)}</span>
                  </p>
                  <p className="max-h-60 overflow-y-auto whitespace-pre-wrap wrap-anywhere">{visibleText(passage.text)}</p>
                </li>
              ))}
            </ol>
            <RetrievalView retrieval={found.retrieval} />
          </>
        ) : null}
      </div>
      <QuestionSet base={base} />
    </div>
  );
}

export function ModeSelect({ mode, onChange }: { mode: ModeChoice; onChange: (mode: ModeChoice) => void }) {
  const t = useTranslations('knowledge');
  return (
    <span className="w-40">
      <Select aria-label={t('mode')} value={mode} onChange={(event) => onChange(event.target.value as ModeChoice)}>
        {modeChoices.map((value) => (
          <option key={value} value={value}>
            {t(`modes.${value}`)}
          </option>
        ))}
      </Select>
    </span>
  );
}
