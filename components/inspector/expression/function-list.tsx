'use client';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { controlLook } from '#components/ui/control-look.ts';
import { type CelFunction, celFunctions, functionGroups } from '#lib/expression/cel-functions.ts';
import chinese from '#lib/i18n/messages/functions.zh-CN.json' with { type: 'json' };

const chineseSummaries: Readonly<Record<string, string>> = chinese;

type FunctionListProps = {
  hintOf: (form: string) => string;
  onInsert: (form: string) => void;
};

/** All functions of expressions with an example of each, to be searched and inserted. */
export function FunctionList({ hintOf, onInsert }: FunctionListProps) {
  const t = useTranslations('inspector.functions');
  const locale = useLocale();
  const [wanted, setWanted] = useState('');
  const summaryOf = ({ name, summary }: CelFunction) => (locale === 'zh-CN' ? chineseSummaries[name] : undefined) ?? summary;
  const word = wanted.trim().toLowerCase();
  const found = celFunctions.filter((one) => `${one.form} ${one.name} ${summaryOf(one)}`.toLowerCase().includes(word));
  return (
    <div className="flex min-h-0 grow flex-col">
      <div className="relative shrink-0 px-3 pb-1">
        <Search size={12} aria-hidden="true" className="absolute top-1.5 left-5 text-ink-3" />
        <input
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          className={`${controlLook} h-6 pl-7`}
        />
      </div>
      {found.length === 0 ? <p className="px-3 py-2 text-ink-3">{t('notFound', { wanted })}</p> : null}
      {/* What scrolls can be reached by Tab. */}
      <div className="min-h-0 grow overflow-y-auto pb-2">
        {functionGroups.map((group) => {
          const members = found.filter((one) => one.group === group);
          return members.length === 0 ? null : (
            <section key={group} aria-label={t(`groups.${group}`)}>
              <h4 className="px-3 pt-2 pb-1 text-meta text-ink-3">{t(`groups.${group}`)}</h4>
              <ul>
                {members.map((one) => (
                  <li key={one.name}>
                    <FunctionRow row={one} summary={summaryOf(one)} hint={hintOf(one.form)} onInsert={() => onInsert(one.form)} />
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </div>
  );
}

type FunctionRowProps = { row: CelFunction; summary: string; hint: string; onInsert: () => void };

function FunctionRow({ row: { form, examples }, summary, hint, onInsert }: FunctionRowProps) {
  return (
    <button
      type="button"
      title={hint}
      // The caret stays in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onInsert}
      className="grid w-full gap-0.5 px-3 py-1 text-left hover:bg-hover focus-visible:-outline-offset-2"
    >
      <code className="wrap-anywhere text-ink-1">{form}</code>
      <span className="text-meta text-ink-2">{summary}</span>
      {examples.map(({ source, gives }) => (
        <code key={source} className="text-meta wrap-anywhere text-ink-3">
          {`${source} → ${JSON.stringify(gives)}`}
        </code>
      ))}
    </button>
  );
}
