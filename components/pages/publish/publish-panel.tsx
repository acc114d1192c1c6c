'use client';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { PageQueries } from '#components/data/page-queries.tsx';
import { useVersion } from '#components/data/use-version.ts';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import { DraftSlots } from '#components/editor/problems/draft-slots.tsx';
import { useShowProblem } from '#components/editor/problems/use-show-problem.ts';
import { chatPageKey } from '#components/pages/publish/chat-page-section.tsx';
import { DraftFacts } from '#components/pages/publish/draft-facts.tsx';
import { EndpointView } from '#components/pages/publish/endpoint-view.tsx';
import { NoUserWarning } from '#components/pages/publish/no-user-warning.tsx';
import { PublishForm } from '#components/pages/publish/publish-form.tsx';
import { usePublishing } from '#components/pages/publish/use-publishing.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { ProblemList } from '#components/ui/problem-list.tsx';
import { userMemoryNodes } from '#lib/workflow/user-memory-nodes.ts';

type PublishPanelProps = { onClose: () => void };

/** Publishes the opened workflow and manages its endpoints, in the editor's side panel. */
export function PublishPanel(props: PublishPanelProps) {
  return (
    <PageQueries>
      <Panel {...props} />
    </PageQueries>
  );
}

function Panel({ onClose }: PublishPanelProps) {
  const t = useTranslations();
  const workflowId = useEditor((state) => state.workflowId);
  const publishing = usePublishing(workflowId);
  const { deployments, endpoint, problem, reload } = publishing;
  return (
    <section
      aria-labelledby="publish-title"
      data-publish-panel
      className="flex h-full min-h-0 w-full min-w-0 flex-col bg-panel"
      aria-busy={deployments === undefined && problem === undefined}
    >
      <header className="flex h-(--bar-panel) shrink-0 items-center gap-2 border-b border-line-1 bg-chrome pr-1 pl-3">
        <h2 id="publish-title" className="grow text-name font-title">
          {t('publish.title')}
        </h2>
        <Button look="quiet" size="icon" aria-label={t('publish.close')} onClick={onClose}>
          <X size={14} aria-hidden="true" />
        </Button>
      </header>
      <div className="grid min-h-0 grow content-start gap-5 overflow-y-auto p-3">
        <Draft live={endpoint?.deployment.version} />
        {endpoint ? <DraftForVisitors slug={endpoint.deployment.slug} /> : null}
        {problem ? (
          <Notice title={t('publish.notLoaded')}>
            <p className="pb-2">{problem}</p>
            <Button onClick={() => reload(endpoint?.deployment.slug)}>{t('run.tryAgain')}</Button>
          </Notice>
        ) : null}
        {deployments === undefined && problem === undefined ? (
          <p role="status" className="text-ink-2">
            {t('publish.loading')}
          </p>
        ) : null}
        {deployments ? <PublishForm deployments={deployments} known={endpoint?.deployment} onPublished={reload} /> : null}
        {deployments && endpoint ? (
          <EndpointView key={endpoint.deployment.slug} deployments={deployments} endpoint={endpoint} reload={reload} />
        ) : null}
      </div>
    </section>
  );
}

/** What of the draft the visitors of the endpoint's public chat page cannot use. */
function DraftForVisitors({ slug }: { slug: string }) {
  const nodes = userMemoryNodes(useEditor((state) => state.document));
  const queryFn = () => apiClient.getChatPage({ params: { slug } });
  const { data } = useQuery({ queryKey: chatPageKey(slug), queryFn, enabled: nodes.length > 0 });
  return data?.access === 'public' ? <NoUserWarning nodes={nodes} /> : null;
}

/** What will be published, its difference to the live version, and the errors that block it. */
function Draft({ live }: { live: number | undefined }) {
  const t = useTranslations('publish');
  const workflowId = useEditor((state) => state.workflowId);
  const { document: published, reach: reachBefore } = useVersion(workflowId, live);
  const document = useEditor((state) => state.document);
  const problems = useEditor((state) => state.problems);
  const { show } = useShowProblem();
  const [isShowingWarnings, setIsShowingWarnings] = useState(false);
  const errors = problems.filter(({ severity }) => severity === 'error');
  const warnings = problems.filter(({ severity }) => severity === 'warning');
  return (
    <div className="grid gap-2">
      <DraftFacts document={document} before={published} reachBefore={reachBefore} />
      {live === undefined ? null : (
        <Link
          href={`/workflows/${encodeURIComponent(workflowId)}/versions?to=draft&from=${live}`}
          prefetch={false}
          className="inline-flex min-h-6 w-fit items-center text-accent underline"
        >
          {t('changesSince', { number: live })}
        </Link>
      )}
      <DraftSlots />
      {errors.length > 0 ? (
        <Notice title={t('blocked', { count: errors.length })}>
          <ProblemList problems={errors} onShow={(place) => show(place)()} />
        </Notice>
      ) : null}
      {warnings.length > 0 ? (
        <div className="grid justify-items-start gap-1">
          <Button look="quiet" aria-expanded={isShowingWarnings} onClick={() => setIsShowingWarnings(!isShowingWarnings)}>
            {t('warnings', { count: warnings.length })}
          </Button>
          {isShowingWarnings ? <ProblemList problems={warnings} onShow={(place) => show(place)()} /> : null}
        </div>
      ) : null}
    </div>
  );
}
