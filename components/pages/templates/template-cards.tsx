'use client';
import { ArrowRight } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'use-intl';
import { PictureView } from '#components/pages/templates/picture-view.tsx';
import type { TemplateCard } from '#components/pages/templates/template-card.ts';
import { useNames } from '#components/run-view/use-names.ts';
import { Button } from '#components/ui/button.tsx';

type TemplateCardsProps = {
  templates: readonly TemplateCard[];
  isMaking: boolean;
  /** Of the heading over the cards, plus one. */
  level: 2 | 3;
  onUse: (template: TemplateCard, name: string) => void;
};

/** Workflows to begin with: as a copy to change, or to run as they are. */
export function TemplateCards({ templates, isMaking, level, onUse }: TemplateCardsProps) {
  const library = useTranslations('library');
  if (templates.length === 0) return <p className="px-4 text-ink-2">{library('noTemplates')}</p>;
  return (
    <ul className="mx-4 mb-8 grid overflow-hidden rounded-control border border-line-1 bg-raised md:grid-cols-2 lg:grid-cols-3">
      {templates.map((template) => (
        <Card key={template.id} template={template} isMaking={isMaking} level={level} onUse={onUse} />
      ))}
    </ul>
  );
}

type CardProps = Pick<TemplateCardsProps, 'isMaking' | 'level' | 'onUse'> & { template: TemplateCard };

function Card({ template, isMaking, level, onUse }: CardProps) {
  const Heading = `h${level}` as const;
  const t = useTranslations('home');
  const library = useTranslations('library');
  const { templateName, templateDescription } = useNames();
  const name = templateName(template);
  return (
    <li data-template={template.id} className="-mr-px -mb-px flex gap-3 border-r border-b border-line-1 p-3">
      <span className="grid h-26 w-36 shrink-0 place-items-center rounded-control border border-line-1 bg-canvas">
        <PictureView picture={template.picture} isLarge />
      </span>
      <div className="flex min-w-0 grow flex-col gap-1">
        <Heading className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-name font-title wrap-anywhere">{name}</span>
          <span className="num shrink-0 font-text text-ink-3">{library('nodeCount', { count: template.nodeCount })}</span>
        </Heading>
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
