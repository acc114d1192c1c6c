'use client';
import Link from 'next/link';
import { useDeferredValue, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useAnswer } from '#components/data/use-answer.ts';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import { countChanges } from '#lib/workflow/count-changes.ts';
import { diffWorkflows } from '#lib/workflow/diff-workflows.ts';

/**
 * How the draft differs from the published version, with a link to the comparison. Empty for what is not published.
 * `liveVersion` is the version as the page was loaded; each mount asks again. The editor loads it with its first
 * view, so it does without TanStack Query.
 */
export function DraftChanges({ liveVersion }: { liveVersion: number | null }) {
  const t = useTranslations('publish');
  const workflowId = useEditor((state) => state.workflowId);
  const draft = useDeferredValue(useEditor((state) => state.document));
  const asked = useAnswer(workflowId, readLiveVersion);
  const live = asked === undefined ? liveVersion : asked;
  const version = useAnswer(live === null ? undefined : String(live), (number, signal) =>
    apiClient.getVersion({ params: { id: workflowId, number: Number(number) } }, { signal }),
  );
  const count = useMemo(() => version && countChanges(diffWorkflows(version.document, draft)), [version, draft]);
  if (count === undefined || live === null) return null;
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
async function readLiveVersion(workflowId: string, signal: AbortSignal): Promise<number | null> {
  const { items } = await apiClient.listDeployments({ query: { workflowId, limit: 1 } }, { signal });
  return items[0]?.version ?? null;
}
