'use client';
import { ArrowRight } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'use-intl';
import type { TemplateCard } from '#components/home/home-data.ts';
import { PictureView } from '#components/home/picture-view.tsx';
import { useNames } from '#components/run/use-names.ts';
import { Button } from '#components/ui/button.tsx';

type TemplateCardsProps = {
  templates: readonly TemplateCard[];
  isDemo: boolean;
  isMaking: boolean;
  onUse: (template: TemplateCard, name: string) => void;
};

/** Workflows to begin with: as a copy to change, or to run as they are. */
export function TemplateCards({ templates, isDemo, isMaking, onUse }: TemplateCardsProps) {
  const t = useTranslations('home');
  const library = useTranslations('library');
  return (
    <section aria-labelledby="template-cards" className="px-4 pb-8">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 pt-2">
        <h2 id="template-cards" className="text-name font-title">
          {t('templates')}
        </h2>
        {isDemo ? <p className="text-ink-2">{t('templatesText')}</p> : null}
      </div>
      {templates.length === 0 ? <p className="text-ink-2">{library('noTemplates')}</p> : null}
      <ul className="grid overflow-hidden rounded-control border border-line-1 bg-raised md:grid-cols-2 lg:grid-cols-3">
        {templates.map((template) => (
          <Card key={template.id} template={template} isMaking={isMaking} onUse={onUse} />
        ))}
      </ul>
    </section>
  );
}

type CardProps = Pick<TemplateCardsProps, 'isMaking' | 'onUse'> & { template: TemplateCard };

function Card({ template, isMaking, onUse }: CardProps) {
  const t = useTranslations('home');
  const library = useTranslations('library');
  const { templateName, templateDescription } = useNames();
  const name = templateName(template);
  return (
    <li data-template={template.id} className="-mr-px -mb-px flex gap-2 border-r border-b border-line-1 py-3 pr-3 pl-2">
      <PictureView picture={template.picture} />
      <div className="flex min-w-0 grow flex-col gap-1">
        <h3 className="flex items-baseline gap-2">
          <span className="truncate text-name font-title">{name}</span>
          <span className="num shrink-0 font-text text-ink-3">{library('nodeCount', { count: template.nodeCount })}</span>
        </h3>
        <p className="grow text-ink-2 wrap-anywhere">{templateDescription(template)}</p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1">
          <Button
            aria-label={t('useTemplateOf', { name })}
            aria-disabled={isMaking || undefined}
            onClick={() => onUse(template, name)}
          >
            {t('useTemplate')}
          </Button>
          <Link
            href={`/?template=${encodeURIComponent(template.id)}`}
            prefetch={false}
            aria-label={t('runTemplateOf', { name })}
            className="inline-flex min-h-6 items-center gap-1 rounded-control text-accent hover:underline"
          >
            {t('runTemplate')}
            <ArrowRight size={12} aria-hidden="true" />
          </Link>
        </p>
      </div>
    </li>
  );
}
