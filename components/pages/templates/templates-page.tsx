'use client';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import type { TemplateCard } from '#components/pages/templates/template-card.ts';
import { TemplateCards } from '#components/pages/templates/template-cards.tsx';
import { useMaking } from '#components/pages/templates/use-making.ts';
import { copyTemplate } from '#components/pages/templates/workflow-actions.ts';
import { DemoLabel } from '#components/shell/demo-label.tsx';
import { PageFrame } from '#components/shell/page-frame.tsx';
import { Notice } from '#components/ui/notice.tsx';

/** Workflows to begin with, each with its picture and what it shows. */
export function TemplatesPage({ templates, isDemo }: { templates: readonly TemplateCard[]; isDemo: boolean }) {
  const t = useTranslations();
  const making = useMaking();
  return (
    <PageFrame title={t('rail.pages.templates')} about={t('home.templatesAbout')} badge={isDemo ? <DemoLabel /> : null}>
      <div role="alert" className="px-4 empty:hidden [&>*]:my-3">
        {making.problem ? <Notice title={t('home.notMade')}>{making.problem}</Notice> : null}
      </div>
      <div className="pt-4">
        <TemplateCards
          templates={templates}
          isMaking={making.isMaking}
          level={2}
          onUse={(template, name) => void making.make(() => copyTemplate(apiClient, template.id, name))}
        />
      </div>
    </PageFrame>
  );
}
