'use client';
import { useTranslations } from 'use-intl';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import { WorkflowViews } from '#components/shell/workflow-views.tsx';

/** On a phone: what the editor is for there, and the other pages of the workflow. */
export function SmallScreenNote() {
  const t = useTranslations('editor.small');
  const workflowId = useEditor((state) => state.workflowId);
  return (
    <div className="shrink-0 border-b border-line-1 bg-chrome sm:hidden">
      <div className="h-9 overflow-x-auto px-3">
        <WorkflowViews workflowId={workflowId} shown="editor" />
      </div>
      <aside aria-label={t('noteTitle')} className="border-t border-line-1 px-3 py-1 text-meta text-ink-2">
        {t('note')}
      </aside>
    </div>
  );
}
