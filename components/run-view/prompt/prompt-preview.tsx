'use client';
import { ChevronRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { ContextBar } from '#components/run-view/context-bar.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import type { PromptPreviewResource } from '#lib/api/runs.contract.ts';
import { formatUsd } from '#lib/i18n/format-usd.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';
import type { ContextParts } from '#lib/run/context-parts.ts';

/** Every part of a model request that was not sent, with its tokens. */
export function PromptPreview({ prompt }: { prompt: PromptPreviewResource }) {
  const t = useTranslations('promptPreview');
  const { model, maxContext, sections, costUsd, marksPromptCache } = prompt;
  const facts = [
    t('model', { name: model.name, modelId: model.modelId }),
    ...(costUsd === null ? [] : [t('cost', { cost: formatUsd(costUsd) })]),
    ...(marksPromptCache ? [t('marked')] : []),
  ];
  return (
    <div className="grid min-w-0 gap-2" data-prompt-tokens={prompt.totalTokens}>
      <p className="text-ink-2">{facts.join(' · ')}</p>
      <ContextBar parts={partsOf(prompt)} maxContext={maxContext} />
      <div className="flex items-center gap-1">
        <h4 className="grow text-meta text-ink-3">{t('parts')}</h4>
        <CopyButton label={t('copy')} text={() => sections.map(({ text }) => text).join('\n\n')} />
      </div>
      <ol className="min-w-0 border-t border-line-1">
        {sections.map(({ part, name, text, tokens }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what is sent keeps its order
          <li key={index} className="min-w-0 border-b border-line-1" data-prompt-part={part} data-name={name}>
            <details className="group/part min-w-0">
              <summary className="flex min-h-7 list-none items-center gap-1.5 hover:bg-hover [&::-webkit-details-marker]:hidden">
                <ChevronRight
                  size={12}
                  aria-hidden="true"
                  className="shrink-0 transition-transform duration-(--t-2) group-open/part:rotate-90"
                />
                <span className="shrink-0 text-meta text-ink-3">{t(`kinds.${part}`)}</span>
                <span className="max-w-[60%] shrink-0 truncate font-strong">
                  {part === 'instructions' && t.has(`sections.${name as 'goal'}`) ? t(`sections.${name as 'goal'}`) : name}
                </span>
                <span className="min-w-0 grow truncate text-ink-3">{visibleText(text.slice(0, 120))}</span>
                <span className="num shrink-0 text-meta text-ink-2">{tokens.toLocaleString('en')}</span>
              </summary>
              <pre
                // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it
                tabIndex={0}
                className="mb-2 max-h-80 overflow-auto rounded-control border border-line-1 bg-sunken px-2 py-1 font-mono text-meta whitespace-pre-wrap wrap-anywhere"
              >
                {visibleText(text)}
              </pre>
            </details>
          </li>
        ))}
      </ol>
    </div>
  );
}

function partsOf({ sections, totalTokens, maxContext, isEstimated }: PromptPreviewResource): ContextParts {
  const sum = (wanted: (typeof sections)[number]['part']) =>
    sections.filter(({ part }) => part === wanted).reduce((total, { tokens }) => total + tokens, 0);
  return {
    parts: { system: sum('instructions'), skills: 0, tools: sum('tool'), memory: 0, history: sum('message'), results: 0 },
    total: totalTokens,
    free: Math.max(0, maxContext - totalTokens),
    isEstimated,
  };
}
