'use client';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { LazyCodeEditor } from '#components/code-editor/lazy-code-editor.tsx';
import { useEditor, useEditorStore } from '#components/editor/document/use-editor.tsx';
import { useCodeProblem } from '#components/editor/problems/code-problems.ts';
import { useApplyFix } from '#components/editor/problems/fix-buttons.tsx';
import { FieldProblems } from '#components/inspector/field/field-problems.tsx';
import type { FieldReading } from '#components/inspector/field/field-text.ts';
import { type Catalogue, type FormScope, FormScopeProvider } from '#components/inspector/field/form-scope.tsx';
import { useFieldText } from '#components/inspector/field/use-field-text.ts';
import { type NodePiece, nodePiece, withPiece } from '#components/inspector/node/node-piece.ts';
import { locateProblems, readNodePiece } from '#components/inspector/node/read-node-piece.ts';
import { useSelectedNode } from '#components/inspector/node/use-selected-node.ts';
import type { AnyNodeDefinition } from '#lib/node-kit/define-node.ts';
import { configJsonSchema } from '#lib/node-kit/field-expressions.ts';
import { changeNode } from '#lib/workflow/edit/change-node.ts';
import { definitionOf } from '#lib/workflow/node-ports.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

const nothingToChoose: Catalogue = { models: [], tools: [] };

/** The JSON of the selected node. Valid text is applied at once. */
export function NodeJson() {
  const t = useTranslations('inspector.json');
  const node = useSelectedNode();
  const store = useEditorStore();
  if (!node) return <p className="p-3 text-ink-3">{t('selectNode')}</p>;
  const scope: FormScope = {
    formId: `${node.id}:json`,
    wordsOf: node.type,
    problems: [],
    isStrict: false,
    reader: node.id,
    catalogue: nothingToChoose,
    edit: (_path, piece) =>
      store.getState().apply({
        label: 'json',
        mergeKey: `json:${node.id}`,
        run: (workflow) => changeNode(workflow, node.id, (now) => withPiece(now, piece as NodePiece)),
      }),
  };
  return (
    <FormScopeProvider scope={scope} value={undefined}>
      <PieceEditor key={node.id} node={node} />
    </FormScopeProvider>
  );
}

function PieceEditor({ node }: { node: WorkflowNode }) {
  const t = useTranslations('inspector.json');
  const hint = useTranslations('codeEditor')('tabKeys');
  const allProblems = useEditor((state) => state.problems);
  const problems = useMemo(() => allProblems.filter(({ nodeId }) => nodeId === node.id), [allProblems, node.id]);
  const field = useFieldText({
    path: [],
    value: nodePiece(node),
    toText: (piece) => JSON.stringify(piece, null, 2),
    read: (text) => readingOf(text, node),
  });
  const placed = useMemo(() => locateProblems(field.text, problems), [field.text, problems]);
  const toCodeProblem = useCodeProblem(useApplyFix());
  const definition = definitionOf(node, nodeRegistry);
  const schema = useMemo(() => pieceSchemaOf(definition), [definition]);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="min-h-0 grow">
        <LazyCodeEditor
          label={t('title', { id: node.id })}
          language="json"
          text={field.text}
          onText={field.setText}
          schema={schema}
          problems={placed.map((problem) => toCodeProblem(problem, { line: problem.line }))}
        />
      </div>
      <footer className="grid max-h-2/5 shrink-0 gap-1 overflow-y-auto border-t border-line-1 px-3 py-2">
        <FieldProblems
          typed={field.problem}
          problems={placed.map((problem) => ({
            ...problem,
            message: t('inLine', { line: problem.line, message: problem.message }),
          }))}
        />
        <p className="text-meta text-ink-3">{hint}</p>
      </footer>
    </div>
  );
}

function readingOf(text: string, node: WorkflowNode): FieldReading {
  const reading = readNodePiece(text, node);
  switch (reading.kind) {
    case 'piece':
      return { value: reading.piece };
    case 'mistake':
      return { problem: 'piece-mistake', values: { line: String(reading.mistake.line) } };
    case 'fixed':
      return { problem: 'piece-fixed', values: { name: reading.name } };
    case 'shape':
      return { problem: 'piece-shape', values: { path: reading.path, message: reading.message } };
    default:
      return reading satisfies never;
  }
}

/** Completes the config, but allows any value, since a reference may replace it. */
function pieceSchemaOf(definition: AnyNodeDefinition | undefined): object {
  if (!definition) return {};
  const { properties } = configJsonSchema(definition);
  const fields = Object.entries(
    (properties ?? {}) as Readonly<Record<string, { title?: string; description?: string; enum?: [] }>>,
  );
  const described = fields.map(([name, { description, enum: choices }]) => [
    name,
    { description, ...(choices && { enum: choices }) },
  ]);
  return { type: 'object', properties: { config: { type: 'object', properties: Object.fromEntries(described) } } };
}
