'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useDeferredValue, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { loadDeployments } from '#components/data/load-deployments.ts';
import { PageQueries } from '#components/data/page-queries.tsx';
import { useVersion } from '#components/data/use-version.ts';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import { countChanges } from '#lib/workflow/count-changes.ts';
import { diffWorkflows } from '#lib/workflow/diff-workflows.ts';

/** How the draft differs from the published version, with a link to the comparison. Empty for what is not published. */
export function DraftChanges() {
  return (
    <PageQueries>
      <Changes />
    </PageQueries>
  );
}

function Changes() {
  const t = useTranslations('publish');
  const workflowId = useEditor((state) => state.workflowId);
  const draft = useDeferredValue(useEditor((state) => state.document));
  const { data: live } = useQuery({ queryKey: ['live version', workflowId], queryFn: () => readLiveVersion(workflowId) });
  const published = useVersion(workflowId, live ?? undefined).document;
  const count = useMemo(() => published && countChanges(diffWorkflows(published, draft)), [published, draft]);
  if (count === undefined || live == null) return null;
  if (count === 0)
    return <span className="num text-meta whitespace-nowrap text-ink-3 max-lg:hidden">{t('isLive', { number: live })}</span>;
  return (
    <Link
      href={`/workflows/${encodeURIComponent(workflowId)}/versions?to=draft&from=${live}`}
      prefetch={false}
      data-part="draft-changes"
      className="num text-meta whitespace-nowrap text-ink-2 underline decoration-line-3 underline-offset-2 hover:text-ink-1 max-lg:hidden"
    >
      {t('changeCount', { count, number: live })}
    </Link>
  );
}

/** The version of the endpoint that changed last; null without one. */
async function readLiveVersion(workflowId: string): Promise<number | null> {
  const all = await loadDeployments(apiClient);
  return all.find((deployment) => deployment.workflowId === workflowId)?.version ?? null;
}
