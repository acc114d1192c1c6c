'use client';
import { PanelLeft } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { RunList } from '#components/pages/try/run-list.tsx';
import type { RunPageData } from '#components/pages/try/run-page-data.ts';
import { TemplateList } from '#components/pages/try/template-list.tsx';
import { Button } from '#components/ui/button.tsx';

/** More would push the templates out of sight. */
const WAITING_SHOWN = 4;

type LibraryProps = {
  data: RunPageData;
  templateId: string | undefined;
  runId: string | undefined;
};

/** Templates and runs. On a narrow screen it is folded. */
export function Library({ data, templateId, runId }: LibraryProps) {
  const t = useTranslations('library');
  const [isOpen, setIsOpen] = useState(false);
  const fold = () => setIsOpen(false);
  const shared = { data, chosenId: runId, onChoose: fold };
  return (
    <nav aria-label={t('title')} className="flex min-h-0 flex-col border-line-2 bg-chrome max-md:border-b md:border-r">
      <div className="p-2 md:hidden">
        <Button size="large" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)} className="w-full">
          <PanelLeft size={14} aria-hidden="true" />
          {isOpen ? t('close') : t('open')}
        </Button>
      </div>
      <div className={`min-h-0 overflow-y-auto ${isOpen ? '' : 'max-md:hidden'}`}>
        {data.waitingRuns.length > 0 ? (
          <RunList id="waiting-runs" title={t('waiting')} runs={data.waitingRuns} shownMax={WAITING_SHOWN} {...shared} />
        ) : null}
        <TemplateList templates={data.templates} chosenId={runId === undefined ? templateId : undefined} onChoose={fold} />
        {data.runs.length > 0 || data.waitingRuns.length === 0 ? (
          <RunList id="runs" title={t('runs')} runs={data.runs} {...shared} />
        ) : null}
      </div>
    </nav>
  );
}
