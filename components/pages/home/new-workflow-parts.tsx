'use client';
import { useTranslations } from 'use-intl';
import { ImportPanel } from '#components/pages/home/import-panel.tsx';
import type { NewWorkflow } from '#components/pages/home/use-new-workflow.ts';
import { Notice } from '#components/ui/notice.tsx';

/** The chosen file before it is imported, and why a workflow could not be made. */
export function NewWorkflowParts({ made: { file, setFile, importWorkflow, problem } }: { made: NewWorkflow }) {
  const t = useTranslations('home');
  return (
    <>
      {file ? (
        <ImportPanel
          key={`${file.name} ${file.lastModified} ${file.size}`}
          file={file}
          onImport={importWorkflow}
          onClose={() => setFile(undefined)}
        />
      ) : null}
      <div role="alert" className="px-4 empty:hidden [&>*]:my-3">
        {problem ? <Notice title={t('notMade')}>{problem}</Notice> : null}
      </div>
    </>
  );
}
