'use client';
import { useTranslations } from 'use-intl';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import { useFormScope, useFormValue } from '#components/inspector/field/form-scope.tsx';
import { estimateTokens } from '#components/inspector/form/estimate-tokens.ts';

/** Node types whose texts go to the model that their field `model` names. */
const PROMPTED = new Set(['llm', 'classifier']);

/** A warning for a prompt that its model cannot read; empty for others. */
export function TooLongNote({ text }: { text: string }) {
  const t = useTranslations('codeEditor');
  const model = usePromptedModel();
  const isTooLong = model !== undefined && estimateTokens(text) > model.contextTokens;
  return (
    <p role="status" data-part="too-long" className="text-meta text-waiting empty:hidden">
      {isTooLong ? t('tooLong', { model: model.name, max: model.contextTokens }) : null}
    </p>
  );
}

/** Undefined for fields that are no prompt, and for a model that this server does not list. */
function usePromptedModel() {
  const { wordsOf, catalogue } = useFormScope();
  const config = useFormValue() as { readonly model?: unknown } | undefined;
  const ofWorkflow = useEditor(({ document }) => document.settings.defaultModel);
  if (!PROMPTED.has(wordsOf)) return undefined;
  const own = config?.model;
  const name = own === undefined || own === 'default' ? ofWorkflow : own;
  return catalogue.models.find((model) => (name === undefined || name === 'default' ? model.isDefault : model.name === name));
}
