'use client';
import { useTranslations } from 'use-intl';
import type { TemplateResource } from '#components/data/listed.ts';
import { RunForm } from '#components/run-view/form/run-form.tsx';
import { startInputsOf } from '#components/run-view/form/start-inputs-of.ts';
import { useNames } from '#components/run-view/use-names.ts';

type FormPanelProps = {
  template: TemplateResource | undefined;
  /** Of the shown run, when it did not come from a template. */
  workflowName: string | undefined;
  onRun: (inputs: Record<string, unknown>) => Promise<void>;
};

/** What is about to run, and the form it asks for. */
export function FormPanel({ template, workflowName, onRun }: FormPanelProps) {
  const t = useTranslations('form');
  const { templateName, templateDescription, namedInput } = useNames();
  return (
    <div className="min-h-0 min-w-0 overflow-y-auto border-line-2 bg-panel max-md:border-b md:border-r">
      <div className="grid gap-3 p-3">
        <header className="grid gap-1">
          <h1 className="text-title font-title wrap-anywhere">
            {template ? templateName(template) : (workflowName ?? t('noTemplateTitle'))}
          </h1>
          <p className="text-ink-2 wrap-anywhere">{template ? templateDescription(template) : t('noTemplate')}</p>
        </header>
        {template ? (
          <RunForm
            key={template.id}
            memoryKey={template.id}
            inputs={startInputsOf(template.document).map((input) => namedInput(template.id, input))}
            onRun={onRun}
          />
        ) : null}
      </div>
    </div>
  );
}
