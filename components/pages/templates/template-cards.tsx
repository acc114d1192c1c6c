'use client';
import Link from 'next/link';
import { useTranslations } from 'use-intl';
import { GraphView } from '#components/pages/templates/graph-view.tsx';
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

/** Templates with their drawing and the answer of a sample run: to copy, or to run as they are. */
export function TemplateCards({ templates, ...rest }: TemplateCardsProps) {
  const library = useTranslations('library');
  if (templates.length === 0) return <p className="px-6 text-ink-2 max-md:px-4">{library('noTemplates')}</p>;
  return (
    <ul className="mx-6 mb-6 grid gap-3 max-md:mx-4 md:grid-cols-2 lg:grid-cols-4">
      {templates.map((template) => (
        <Card key={template.id} template={template} {...rest} />
      ))}
    </ul>
  );
}

type CardProps = Omit<TemplateCardsProps, 'templates'> & { template: TemplateCard };

/** Over the count of nodes, which stays until the card is pointed at or has the focus. */
const onDemand =
  'absolute inset-y-0 right-0 flex items-center gap-2 bg-raised pl-2 opacity-0 group-focus-within/card:opacity-100 group-hover/card:opacity-100 max-md:static max-md:opacity-100';

function Card({ template, isMaking, level, onUse }: CardProps) {
  const Heading = `h${level}` as const;
  const t = useTranslations('home');
  const library = useTranslations('library');
  const { templateName, templateDescription } = useNames();
  const name = templateName(template);
  const about = templateDescription(template);
  return (
    <li
      data-template={template.id}
      className="group/card flex min-w-0 flex-col overflow-hidden rounded-control border border-line-1 bg-raised focus-within:border-accent-line hover:border-accent-line"
    >
      <GraphView graph={template.graph} label={t('graphOf', { name, count: template.nodeCount })} />
      <div className="grid min-w-0 gap-0.5 px-3 pt-1.5 pb-2">
        <div className="relative flex h-6 min-w-0 items-center gap-2">
          <Heading className="min-w-0 grow truncate text-name font-title" title={name}>
            {name}
          </Heading>
          <span className="num shrink-0 text-meta text-ink-3 max-md:hidden">
            {library('nodeCount', { count: template.nodeCount })}
          </span>
          <span className={onDemand}>
            <Link
              href={`/?template=${encodeURIComponent(template.id)}`}
              prefetch={false}
              aria-label={t('runTemplateOf', { name })}
              className="inline-flex min-h-6 items-center rounded-control px-1 text-accent hover:underline"
            >
              {t('runTemplate')}
            </Link>
            <Button
              aria-label={t('useTemplateOf', { name })}
              aria-disabled={isMaking || undefined}
              onClick={() => onUse(template, name)}
            >
              {t('useShort')}
            </Button>
          </span>
        </div>
        <p className="truncate text-ink-3" title={about}>
          {about}
        </p>
        {template.sample ? (
          <p className="mt-1.5 line-clamp-2 min-h-8 border-l-2 border-line-2 pl-2 text-ink-2 wrap-anywhere">
            <SampleAnswer answer={template.sample.answer} />
          </p>
        ) : null}
      </div>
    </li>
  );
}

/** How answers of the demo model begin; the badge in front says the same. */
const DEMO_OPENING = /^\[demo model\] [^.;]*[.;][^.]*\.\s*/;

function SampleAnswer({ answer }: { answer: string }) {
  const t = useTranslations('home');
  return (
    <>
      <span className="text-ink-3">{t('demoAnswer')}</span> “{answer.replace(DEMO_OPENING, '').replaceAll(/\s+/g, ' ').trim()}”
    </>
  );
}
