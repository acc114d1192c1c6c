'use client';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { levelOfNode } from '#components/editor/document/problems-by-node.ts';
import { useEditor, useEditorStore } from '#components/editor/document/use-editor.tsx';
import { focusNode } from '#components/editor/elements/canvas-focus.ts';
import { useRevealNode } from '#components/editor/elements/use-reveal-node.ts';
import { useNames } from '#components/run-view/use-names.ts';
import { NodeIcon } from '#components/ui/node-icon.tsx';
import { ProblemMark } from '#components/ui/problem-mark.tsx';
import { depthsOf } from '#lib/workflow/depths-of.ts';
import { flowOrder } from '#lib/workflow/flow-order.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

const FIRST_INDENT_PX = 12;
const INDENT_PX = 16;

/** The nodes in execution order as a tree of containers; an entry leads to its node. */
export function Outline() {
  const t = useTranslations('editor.outline');
  const workflow = useEditor((state) => state.document);
  const ordered = useMemo(() => flowOrder(workflow), [workflow]);
  const depthOf = useMemo(() => depthsOf(workflow.nodes), [workflow.nodes]);
  const groups = workflow.canvas?.groups ?? [];
  const groupOf = new Map(groups.flatMap(({ nodeIds, title }) => nodeIds.map((id) => [id, title] as const)));
  if (ordered.length === 0) return <p className="px-3 py-3 text-ink-3">{t('empty')}</p>;
  return (
    <ol aria-label={t('title')} className="py-1">
      {ordered.map((node) => (
        <OutlineRow key={node.id} node={node} depth={depthOf(node)} group={groupOf.get(node.id)} />
      ))}
    </ol>
  );
}

function OutlineRow({ node, depth, group }: { node: WorkflowNode; depth: number; group: string | undefined }) {
  const store = useEditorStore();
  const reveal = useRevealNode();
  const { labelOf } = useNames();
  const isSelected = useEditor(({ selectedNodes }) => selectedNodes.has(node.id));
  const level = useEditor(({ problems }) => levelOfNode(problems, node.id));
  function show() {
    store.getState().select({ nodes: [node.id] });
    reveal(node.id);
    focusNode(node.id);
  }
  return (
    <li className="[content-visibility:auto]">
      <button
        type="button"
        aria-current={isSelected || undefined}
        title={node.id}
        onClick={show}
        style={{ paddingLeft: FIRST_INDENT_PX + depth * INDENT_PX }}
        className="flex h-(--row) w-full items-center gap-2 pr-3 text-left hover:bg-hover focus-visible:-outline-offset-2 aria-[current]:bg-accent-bg"
      >
        <NodeIcon type={node.type} />
        <span className="min-w-0 truncate">{labelOf(node)}</span>
        {group ? <span className="min-w-0 truncate text-meta text-ink-3">{group}</span> : null}
        <span className="grow" />
        {level ? <ProblemMark level={level} isNamed /> : null}
      </button>
    </li>
  );
}
