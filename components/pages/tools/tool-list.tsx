'use client';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { RiskMark } from '#components/inspector/form/tool-marks.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import type { ToolResource } from '#lib/api/tools.contract.ts';

type ToolListProps = { tools: readonly ToolResource[]; chosenId: string | undefined; onChoose: (toolId: string) => void };

/** All tools by group; unavailable ones are listed and marked. */
export function ToolList({ tools, chosenId, onChoose }: ToolListProps) {
  const t = useTranslations('toolsPage');
  const isHydrated = useIsHydrated();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = tools.filter(({ id, title, description }) => `${id} ${title} ${description}`.toLowerCase().includes(wanted));
  const groups = Map.groupBy(found, ({ group }) => group);
  return (
    <nav aria-label={t('list')} inert={!isHydrated} className="flex min-h-0 flex-col border-line-1 md:border-r">
      <span className="relative border-b border-line-1 p-2">
        <Search size={13} aria-hidden="true" className="pointer-events-none absolute top-4 left-4 text-ink-3" />
        <TextInput
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="pl-7"
        />
      </span>
      <div className="min-h-0 grow overflow-y-auto pb-4">
        {found.length === 0 ? <p className="p-3 text-ink-2">{t('noneFound', { search: search.trim() })}</p> : null}
        {[...groups].map(([group, members]) => (
          <section key={group} aria-labelledby={`tools-${group}`}>
            <h2 id={`tools-${group}`} className="px-3 pt-3 pb-1 text-meta font-strong text-ink-3">
              {t(`groups.${group}`)}
            </h2>
            <ul>
              {members.map((tool) => (
                <li key={tool.id}>
                  <button
                    type="button"
                    data-tool={tool.id}
                    aria-current={tool.id === chosenId ? 'true' : undefined}
                    onClick={() => onChoose(tool.id)}
                    className="flex min-h-8 w-full items-center gap-2 px-3 py-1 text-left outline-offset-[-2px] hover:bg-hover aria-[current=true]:bg-accent-bg"
                  >
                    <span className="min-w-0 grow">
                      <code className={`block truncate text-body ${tool.isEnabled ? '' : 'text-ink-3'}`}>{tool.id}</code>
                    </span>
                    {tool.isEnabled ? <RiskMark tool={tool} /> : <span className="text-meta text-ink-3">{t('off')}</span>}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  );
}
