'use client';
import { PencilLine } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import type { TracePageData } from '#components/pages/trace/trace-page-data.ts';
import { Button } from '#components/ui/button.tsx';
import { isSecondClick } from '#components/ui/is-second-click.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** Opens what ran as a workflow of its own, with the run on its canvas. Empty while the draft is what ran. */
export function EditVersion({ data: { run, document, draft } }: { data: TracePageData }) {
  const t = useTranslations('trace');
  const router = useRouter();
  const change = useChange();
  if (!document || run.mode === 'node' || draft === 'same') return null;
  const name = visibleText(run.workflowName) || t('untitled');
  const copyName = run.version === null ? t('editedRun', { name }) : t('editedVersion', { name, version: run.version });
  const edit = () =>
    change.run(async () => {
      const { id } = await apiClient.createWorkflow({ body: { ...ownPart(document), name: copyName } });
      router.push(`/workflows/${encodeURIComponent(id)}?run=${encodeURIComponent(run.runId)}`);
    });
  return (
    <>
      <Button
        size="large"
        onClick={(event) => isSecondClick(event) || void edit()}
        aria-disabled={change.isBusy || undefined}
        title={t('editVersionHint')}
      >
        <PencilLine size={13} aria-hidden="true" />
        {t('editVersion')}
      </Button>
      {change.problem ? (
        <p role="alert" className="w-full text-right text-failed">
          {t('notOpened', { message: change.problem })}
        </p>
      ) : null}
    </>
  );
}

/** A run has the workflows that its document calls inside; the nodes that call them name their versions. */
function ownPart(document: Workflow): Workflow {
  const { workflows: _, ...own } = document as Workflow & { workflows?: unknown };
  return own;
}
