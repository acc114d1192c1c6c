'use client';
import { useTranslations } from 'use-intl';
import { DeletedRow } from '#components/pages/home/deleted-row.tsx';
import type { WorkflowRow as Row } from '#components/pages/home/home-data.ts';
import type { RowActions } from '#components/pages/home/use-row-actions.ts';
import { rowMenuId, WorkflowRow } from '#components/pages/home/workflow-row.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import type { DeploymentResource } from '#lib/api/deployments.contract.ts';

const COLUMN_COUNT = 10;
const heading = 'h-7 px-2 text-left text-meta font-strong text-ink-3';

type WorkflowTableProps = {
  rows: readonly Row[];
  deployments: readonly DeploymentResource[];
  actions: RowActions;
  nowMs: number;
};

export function WorkflowTable({ rows, deployments, actions, nowMs }: WorkflowTableProps) {
  const t = useTranslations('home');
  return (
    <>
      <table className="w-full table-fixed border-collapse">
        <caption className="sr-only">{t('title')}</caption>
        <thead className="border-b border-line-1 bg-chrome">
          <tr>
            <td className="w-22 max-md:hidden" />
            <th scope="col" className={`${heading} max-md:pl-4`}>
              {t('columns.name')}
            </th>
            <th scope="col" className={`${heading} w-43 max-md:hidden`}>
              {t('columns.liveAt')}
            </th>
            <th scope="col" className={`${heading} w-30 max-lg:hidden`}>
              {t('columns.lastRuns')}
            </th>
            <th scope="col" className={`${heading} w-28 md:w-48`}>
              {t('columns.lastRun')}
            </th>
            <th scope="col" className={`${heading} w-20 text-right! max-lg:hidden`}>
              {t('columns.median')}
            </th>
            <th scope="col" className={`${heading} w-28 text-right! max-lg:hidden`}>
              {t('columns.used')}
            </th>
            <th scope="col" className={`${heading} w-18 text-right! max-md:hidden`}>
              {t('columns.nodes')}
            </th>
            <th scope="col" className={`${heading} w-30 text-right max-md:hidden`}>
              {t('columns.saved')}
            </th>
            <td className="w-11" />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) =>
            actions.deletes.pending.has(row.workflowId) ? (
              <DeletedRow
                key={row.workflowId}
                name={row.name}
                columnCount={COLUMN_COUNT}
                onUndo={() => actions.deletes.undo(row.workflowId)}
              />
            ) : (
              <WorkflowRow
                key={row.workflowId}
                row={row}
                deployments={deployments.filter(({ workflowId }) => workflowId === row.workflowId)}
                nowMs={nowMs}
                isRenaming={actions.renamingId === row.workflowId}
                problem={actions.problems[row.workflowId]}
                onAction={(action) => actions.act(row, action)}
                onRename={(name) => actions.rename(row, name)}
                onCancelRename={actions.cancelRename}
              />
            ),
          )}
        </tbody>
      </table>
      <DeleteDialog actions={actions} />
    </>
  );
}

function DeleteDialog({ actions: { pendingDelete, confirmDelete, cancelDelete } }: Pick<WorkflowTableProps, 'actions'>) {
  const t = useTranslations('home');
  const slugs = pendingDelete?.slugs ?? [];
  return (
    <ConfirmDialog
      isOpen={pendingDelete?.isOpen ?? false}
      title={t('deleteQuestion', { name: pendingDelete?.row.name ?? '' })}
      cancelLabel={t('cancel')}
      confirmLabel={t('deleteConfirm')}
      focusAfterId={rowMenuId(pendingDelete?.row.workflowId ?? '')}
      onCancel={cancelDelete}
      onConfirm={confirmDelete}
    >
      {t('deleteText', { count: slugs.length, addresses: slugs.map((slug) => `/${slug}`).join(', ') })}
    </ConfirmDialog>
  );
}
