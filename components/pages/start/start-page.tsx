'use client';
import Link from 'next/link';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { HomeActions } from '#components/pages/home/home-actions.tsx';
import { NewWorkflowParts } from '#components/pages/home/new-workflow-parts.tsx';
import { useNewWorkflow } from '#components/pages/home/use-new-workflow.ts';
import { type AttachedText, attachText } from '#components/pages/start/attached-texts.ts';
import { DroppedFile } from '#components/pages/start/dropped-file.tsx';
import { FirstSteps } from '#components/pages/start/first-steps.tsx';
import { NeedsYou } from '#components/pages/start/needs-you.tsx';
import { PromptBand } from '#components/pages/start/prompt-band.tsx';
import { RecentWorkflows, useRecentRows } from '#components/pages/start/recent-workflows.tsx';
import type { StartData } from '#components/pages/start/start-data.ts';
import { useBuild } from '#components/pages/start/use-build.ts';
import { useStartTour } from '#components/pages/start/use-start-tour.ts';
import { TemplateCards } from '#components/pages/templates/template-cards.tsx';
import { copyTemplate } from '#components/pages/templates/workflow-actions.ts';
import { DemoLabel } from '#components/shell/demo-label.tsx';
import { PageFrame } from '#components/shell/page-frame.tsx';
import { FileDrop } from '#components/ui/file-drop.tsx';

/** Templates next to recent work, and in an empty workspace. */
const CARDS = { some: 4, many: 8 } as const;

/** A file that was dropped and is not a workflow; `text` where it can be read. */
type Dropped = { readonly name: string; readonly text: AttachedText | undefined };

/** Where a person begins: a sentence, what needs them, the last workflows, and templates. */
export function StartPage({ data }: { data: StartData }) {
  const rail = useTranslations('rail.pages');
  const t = useTranslations('start');
  const { rows, counts } = useRecentRows(data);
  const made = useNewWorkflow();
  const build = useBuild(data, made);
  const startTour = useStartTour(data.templates, made);
  const [attached, setAttached] = useState<readonly AttachedText[]>([]);
  const [dropped, setDropped] = useState<Dropped>();
  const isEmpty = rows.length === 0;
  const nowMs = Date.parse(data.madeAt);

  async function take(items: DataTransferItemList) {
    const file = [...items].map((item) => item.getAsFile()).find((one) => one !== null);
    if (!file) return;
    setDropped(undefined);
    if (/\.json$/i.test(file.name)) return made.setFile(file);
    setDropped({ name: file.name, text: await attachText(file) });
  }

  return (
    <PageFrame
      title={rail('start')}
      badge={data.isDemo ? <DemoLabel /> : null}
      actions={<HomeActions isMaking={made.isMaking} isPlain onFile={made.setFile} onNew={made.makeNew} />}
    >
      <FileDrop label={rail('start')} hint={t('dropped.hint')} onDrop={(items) => void take(items)} className="min-h-full pb-1">
        <NewWorkflowParts made={made} />
        {dropped ? (
          <DroppedFile
            name={dropped.name}
            isText={dropped.text !== undefined}
            onAttach={() => {
              if (dropped.text) setAttached([...attached, dropped.text]);
              setDropped(undefined);
            }}
            onClose={() => setDropped(undefined)}
          />
        ) : null}
        <PromptBand
          data={data}
          isTall={isEmpty}
          isMaking={made.isMaking}
          attached={attached}
          onAttached={setAttached}
          onBuild={(ask) => void build(ask)}
        />
        <NeedsYou first={data.attention} nowMs={nowMs} />
        {isEmpty ? (
          <FirstSteps isDemo={data.isDemo} isMaking={made.isMaking} onTour={startTour} />
        ) : (
          <RecentWorkflows rows={rows} count={counts?.all ?? rows.length} deployments={data.deployments} nowMs={nowMs} />
        )}
        <Templates
          data={data}
          isEmpty={isEmpty}
          isMaking={made.isMaking}
          onUse={(id, name) => void made.make(() => copyTemplate(apiClient, id, name))}
        />
      </FileDrop>
    </PageFrame>
  );
}

type TemplatesProps = { data: StartData; isEmpty: boolean; isMaking: boolean; onUse: (id: string, name: string) => void };

function Templates({ data: { templates, isDemo }, isEmpty, isMaking, onUse }: TemplatesProps) {
  const t = useTranslations('start');
  const home = useTranslations('home');
  return (
    <section aria-labelledby="template-cards">
      <div className="flex min-h-8 flex-wrap items-center gap-x-2 px-6 pt-1 pb-0.5 max-md:px-4">
        <h2 id="template-cards" className="text-name font-title">
          {t(isEmpty ? 'templatesFirst' : 'templates')}
        </h2>
        {isDemo ? <p className="text-ink-3 max-md:hidden">{t('templatesText')}</p> : null}
        <Link href="/templates" prefetch={false} className="ml-auto font-[520] text-accent hover:underline">
          {home('allTemplates', { count: templates.length })}
        </Link>
      </div>
      <TemplateCards
        templates={templates.slice(0, isEmpty ? CARDS.many : CARDS.some)}
        isMaking={isMaking}
        level={3}
        onUse={(template, name) => onUse(template.id, name)}
      />
    </section>
  );
}
