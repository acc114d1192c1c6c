'use client';
import { useTranslations } from 'use-intl';
import type { CodeHelp } from '#components/code-editor/code-editor-props.ts';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';
import { useNodeName } from '#components/editor/document/use-node-name.ts';
import { completeReference, completionAt } from '#components/inspector/expression/complete-reference.ts';
import { knownSchemas } from '#components/inspector/expression/known-schemas.ts';
import { listReferences, matchReferences } from '#components/inspector/expression/list-references.ts';
import { functionsFor } from '#components/inspector/expression/loaded-functions.ts';
import { markReferences, scopeVariables } from '#components/inspector/expression/mark-references.ts';
import { referenceAt } from '#components/inspector/expression/reference-at.ts';
import { referenceText } from '#components/inspector/expression/reference-text.ts';
import { useLastValues } from '#components/inspector/expression/use-last-values.ts';
import { useFormScope } from '#components/inspector/field/form-scope.tsx';
import { previewOf } from '#components/ui/value-views.ts';
import { MISSING, readPath } from '#lib/expression/read-path.ts';

/** Completion, highlighting and last values of the references in a text, for the large editor. */
export function useCodeHelp(mode: 'template' | 'cel'): CodeHelp {
  const { reader } = useFormScope();
  const t = useTranslations('codeEditor');
  const store = useEditorStore();
  const nodeName = useNodeName();
  const readValues = useLastValues();
  return {
    suggest(written, caret) {
      const at = reader === undefined ? undefined : completionAt(written, caret, { mode });
      if (!at || reader === undefined) return undefined;
      const values = readValues();
      const items = matchReferences(listReferences(knownSchemas(store, reader), reader), at.query).map((item) => {
        const value = readPath(values, [item.nodeId, ...item.path]);
        const { typed } = completeReference(written, at, item.text);
        return { name: item.text, value: value === MISSING ? nodeName(item.nodeId) : previewOf(value), typed };
      });
      const functions = (at.isCel ? functionsFor(at.query) : []).map(({ text, call }) => {
        const { typed } = completeReference(written, at, call?.typed ?? text);
        return { name: text, value: call?.form ?? '', typed };
      });
      return { from: at.from, to: at.to, items: [...items, ...functions] };
    },
    explain(written, offset) {
      const reference = referenceAt(written, offset, mode);
      const nodeId = String(reference?.path[0] ?? '');
      if (!reference || !store.getState().document.nodes.some(({ id }) => id === nodeId)) return undefined;
      const value = readPath(readValues(), reference.path);
      const lines = [nodeName(nodeId), value === MISSING ? t('noValue') : previewOf(value)];
      return { from: reference.from, to: reference.to, lines };
    },
    chipsIn(written) {
      const ids = new Set(store.getState().document.nodes.map(({ id }) => id));
      return markReferences(written, { mode, isNode: (name) => ids.has(name) || scopeVariables.has(name), wrongAt: [] })
        .filter(({ kind }) => kind === 'reference')
        .map((piece) => ({ from: piece.offset, to: piece.offset + piece.text.length }));
    },
    typedFor: (written, caret, reference) => referenceText(written, caret, { mode, reference }),
  };
}
