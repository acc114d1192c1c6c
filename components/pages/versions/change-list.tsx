'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { FieldDiff } from '#components/pages/versions/field-diff.tsx';
import { useNames } from '#components/run-view/use-names.ts';
import type { WorkflowDiff } from '#lib/workflow/diff-workflows.ts';
import type { WorkflowEdge, WorkflowNode } from '#lib/workflow/workflow.ts';

/** Everything that is different, in words. */
export function ChangeList({ diff }: { diff: WorkflowDiff }) {
  const t = useTranslations('versions');
  if (diff.isSame)
    return <p className="text-ink-2">{diff.moved.length > 0 ? t('onlyMoved', { count: diff.moved.length }) : t('noChange')}</p>;
  return (
    <div className="grid gap-5">
      <Part title={t('parts.settings')} count={diff.settings.length}>
        {diff.settings.map((change) => (
          <FieldDiff key={change.path} change={change} />
        ))}
      </Part>
      <Part title={t('parts.changed')} count={diff.changed.length}>
        {diff.changed.map(({ nodeId, after, fields }) => (
          <div
            key={nodeId}
            data-changed-node={nodeId}
            className="grid min-w-0 gap-2 rounded-control border border-line-1 bg-raised p-3"
          >
            <NodeName node={after} />
            {fields.map((change) => (
              <FieldDiff key={change.path} change={change} />
            ))}
          </div>
        ))}
      </Part>
      <Nodes title={t('parts.added')} nodes={diff.added} />
      <Nodes title={t('parts.removed')} nodes={diff.removed} />
      <Edges title={t('parts.edgesAdded')} edges={diff.edges.added} />
      <Edges title={t('parts.edgesRemoved')} edges={diff.edges.removed} />
    </div>
  );
}

function Part({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  if (count === 0) return null;
  return (
    <section className="grid min-w-0 gap-2">
      <h3 className="flex items-baseline gap-2 text-name font-title">
        {title} <span className="num font-text text-ink-3">{count}</span>
      </h3>
      {children}
    </section>
  );
}

function NodeName({ node }: { node: WorkflowNode }) {
  const { labelOf, typeTitle } = useNames();
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      <strong className="font-title wrap-anywhere">{labelOf(node)}</strong>
      <code className="text-meta text-ink-2">{node.id}</code>
      <span className="text-ink-3">{typeTitle(node.type)}</span>
    </p>
  );
}

function Nodes({ title, nodes }: { title: string; nodes: readonly WorkflowNode[] }) {
  return (
    <Part title={title} count={nodes.length}>
      <ul className="grid gap-1">
        {nodes.map((node) => (
          <li key={node.id}>
            <NodeName node={node} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Edges({ title, edges }: { title: string; edges: readonly WorkflowEdge[] }) {
  return (
    <Part title={title} count={edges.length}>
      <ul className="grid gap-0.5">
        {edges.map(({ source, sourceHandle, target, targetHandle }) => (
          <li key={`${source} ${sourceHandle} ${target} ${targetHandle}`}>
            <code className="text-meta wrap-anywhere">
              {source}.{sourceHandle} → {target}.{targetHandle}
            </code>
          </li>
        ))}
      </ul>
    </Part>
  );
}
