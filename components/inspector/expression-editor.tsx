'use client';
import { useTranslations } from 'use-intl';
import { LargeEditor } from '#components/code-editor/large-editor.tsx';
import { CEL_LANGUAGE, TEMPLATE_LANGUAGE } from '#components/code-editor/template-language.ts';
import { useEditorStore } from '#components/editor/use-editor.tsx';
import { useNodeName } from '#components/editor/use-node-name.ts';
import { completeReference, completionAt } from '#components/inspector/complete-reference.ts';
import { useFormScope } from '#components/inspector/form-scope.tsx';
import { listReferences, matchReferences } from '#components/inspector/list-references.ts';
import { markReferences } from '#components/inspector/mark-references.ts';
import { referenceAt } from '#components/inspector/reference-at.ts';
import { useLastValues } from '#components/inspector/use-last-values.ts';
import { previewOf } from '#components/ui/value-views.ts';
import { MISSING, readPath } from '#lib/expression/read-path.ts';
import { inferSchemas } from '#lib/workflow/infer-schemas.ts';
import type { Problem } from '#lib/workflow/problem.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

type ExpressionEditorProps = {
  title: string;
  text: string;
  mode: 'template' | 'cel';
  problems: readonly Problem[];
  onText: (text: string) => void;
};

/** The large editor for a text with references: it completes them, marks them, and knows what they last were. */
export function ExpressionEditor({ title, text, mode, problems, onText }: ExpressionEditorProps) {
  const { reader } = useFormScope();
  const t = useTranslations('codeEditor');
  const store = useEditorStore();
  const nodeName = useNodeName();
  const readValues = useLastValues();
  function suggest(written: string, caret: number) {
    const at = reader === undefined ? undefined : completionAt(written, caret, { mode });
    if (!at || reader === undefined) return undefined;
    const values = readValues();
    const found = matchReferences(listReferences(inferSchemas(store.getState().document, nodeRegistry), reader), at.query);
    const items = found.map((item) => {
      const value = readPath(values, [item.nodeId, ...item.path]);
      const { typed } = completeReference(written, at, item.text);
      return { name: item.text, value: value === MISSING ? nodeName(item.nodeId) : previewOf(value), typed };
    });
    return { from: at.from, to: at.to, items };
  }
  function explain(written: string, offset: number) {
    const reference = referenceAt(written, offset, mode);
    const nodeId = String(reference?.path[0] ?? '');
    if (!reference || !store.getState().document.nodes.some(({ id }) => id === nodeId)) return undefined;
    const value = readPath(readValues(), reference.path);
    const lines = [nodeName(nodeId), value === MISSING ? t('noValue') : previewOf(value)];
    return { from: reference.from, to: reference.to, lines };
  }
  function chipsIn(written: string) {
    const ids = new Set(store.getState().document.nodes.map(({ id }) => id));
    return markReferences(written, { mode, isNode: (name) => ids.has(name), wrongAt: [] })
      .filter(({ kind }) => kind === 'reference')
      .map((piece) => ({ from: piece.offset, to: piece.offset + piece.text.length }));
  }
  return (
    <LargeEditor
      title={title}
      label={title}
      language={mode === 'cel' ? CEL_LANGUAGE : TEMPLATE_LANGUAGE}
      text={text}
      onText={onText}
      suggest={suggest}
      explain={explain}
      chipsIn={chipsIn}
      problems={problems.flatMap(({ at, message, severity }) => (at ? [{ ...at, message, isError: severity === 'error' }] : []))}
    />
  );
}
