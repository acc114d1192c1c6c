'use client';
import Link from 'next/link';
import { useTranslations } from 'use-intl';
import type { TemplateSummary } from '#components/data/listed.ts';
import { useNames } from '#components/run-view/use-names.ts';

type TemplateListProps = { templates: readonly TemplateSummary[]; chosenId: string | undefined; onChoose: () => void };

export function TemplateList({ templates, chosenId, onChoose }: TemplateListProps) {
  const t = useTranslations('library');
  const { templateName, templateDescription } = useNames();
  return (
    <section aria-labelledby="templates-title">
      <h2 id="templates-title" className="flex h-(--bar-panel) items-center px-3 text-meta font-strong text-ink-3">
        {t('templates')}
      </h2>
      {templates.length === 0 ? <p className="px-3 pb-2 text-ink-2">{t('noTemplates')}</p> : null}
      <ul>
        {templates.map((template) => (
          <li key={template.id}>
            <Link
              href={`/?template=${encodeURIComponent(template.id)}`}
              prefetch={false}
              onClick={onChoose}
              aria-current={template.id === chosenId ? 'true' : undefined}
              className="grid min-h-12 content-center gap-0.5 border-l-2 border-transparent py-1 pr-3 pl-2.5 outline-offset-[-2px] hover:bg-hover aria-[current]:border-accent aria-[current]:bg-accent-bg"
            >
              <span className="flex items-baseline gap-2">
                <span className="truncate text-name font-title">{templateName(template)}</span>
                <span className="grow" />
                <span className="num shrink-0 text-ink-3">{t('nodeCount', { count: template.nodeCount })}</span>
              </span>
              <span className="truncate text-ink-2">{templateDescription(template)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
