'use client';
import { useTranslations } from 'use-intl';
import { Tag } from '#components/ui/tag.tsx';
import { visibleText } from '#lib/i18n/visible-text.ts';
import type { RetrievalDetails } from '#lib/run/retrieval.ts';

/** What a search in a knowledge base looked at: the candidates, with where each was found and its score. */
export function RetrievalView({ retrieval }: { retrieval: RetrievalDetails }) {
  const t = useTranslations('retrieval');
  const { mode, words, candidates, isWhole, problem } = retrieval;
  const hasRerank = candidates.some(({ rerankScore }) => rerankScore !== null);
  return (
    <section aria-label={t('title')} className="grid min-w-0 gap-1">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-meta text-ink-2">
        <Tag>{t(`modes.${mode}`)}</Tag>
        {isWhole ? <Tag>{t('isWhole')}</Tag> : null}
        {words.length > 0 ? (
          <span className="min-w-0 wrap-anywhere">
            {t('words')} <code>{words.join(' ')}</code>
          </span>
        ) : null}
      </p>
      {problem === undefined ? null : <p className="text-failed wrap-anywhere">{problem}</p>}
      {candidates.length === 0 ? (
        <p className="text-ink-2">{t('none')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keyboard too
        <section tabIndex={0} aria-label={t('candidates')} className="min-w-0 overflow-x-auto">
          <table className="w-full border-collapse text-left text-meta">
            <thead className="text-ink-3">
              <tr className="border-b border-line-1 *:py-1 *:pr-3 *:font-text *:whitespace-nowrap">
                <th scope="col">{t('passage')}</th>
                <th scope="col">{t('score')}</th>
                {mode === 'vector' ? null : <th scope="col">{t('lexicalRank')}</th>}
                {mode === 'lexical' ? null : <th scope="col">{t('vectorRank')}</th>}
                {mode === 'lexical' ? null : <th scope="col">{t('similarity')}</th>}
                {hasRerank ? <th scope="col">{t('rerankScore')}</th> : null}
                <th scope="col">{t('used')}</th>
              </tr>
            </thead>
            <tbody>
              {candidates.map((candidate) => (
                <tr key={candidate.chunkId} className="border-b border-line-1 align-top *:py-1 *:pr-3">
                  <td className="min-w-40 wrap-anywhere">
                    {visibleText(candidate.title)}
                    <span className="block text-ink-3">
                      {[...(candidate.page === null ? [] : [t('page', { page: candidate.page })]), visibleText(candidate.place)]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </td>
                  <td className="num">{candidate.score.toFixed(3)}</td>
                  {mode === 'vector' ? null : <td className="num">{candidate.lexicalRank ?? '–'}</td>}
                  {mode === 'lexical' ? null : <td className="num">{candidate.vectorRank ?? '–'}</td>}
                  {mode === 'lexical' ? null : <td className="num">{candidate.similarity?.toFixed(3) ?? '–'}</td>}
                  {hasRerank ? <td className="num">{candidate.rerankScore?.toFixed(3) ?? '–'}</td> : null}
                  <td>{candidate.isUsed ? t('yes') : t('no')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}
