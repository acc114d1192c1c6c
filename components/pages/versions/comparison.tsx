'use client';
import { type ReactNode, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { Loaded } from '#components/data/use-version.ts';
import { ChangeList } from '#components/pages/versions/change-list.tsx';
import { DiffCanvas, frameOf, type NodeMark } from '#components/pages/versions/diff-canvas.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { diffWorkflows, type WorkflowDiff } from '#lib/workflow/diff-workflows.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

type Side = Loaded & { readonly name: string };

/** Two documents side by side with their differences. A single document is only shown. */
export function Comparison({ before, after }: { before: Side | undefined; after: Side }) {
  const t = useTranslations('versions');
  const problem = before?.problem ?? after.problem;
  if (problem) return <Notice title={t('notLoaded')}>{problem}</Notice>;
  if (!after.document || (before && !before.document)) {
    return (
      <p role="status" className="text-ink-2">
        {t('loading')}
      </p>
    );
  }
  if (!before?.document) return <Alone side={{ ...after, document: after.document }} />;
  return <Pair before={{ ...before, document: before.document }} after={{ ...after, document: after.document }} />;
}

type Shown = Side & { readonly document: Workflow };

function Alone({ side: { name, document } }: { side: Shown }) {
  const t = useTranslations('versions');
  return (
    <div className="grid gap-3">
      <p className="text-ink-2">{t('nothingBefore')}</p>
      <Frame name={name}>
        <DiffCanvas label={t('picture', { name })} workflow={document} frame={frameOf([document])} marks={new Map()} />
      </Frame>
    </div>
  );
}

function Pair({ before, after }: { before: Shown; after: Shown }) {
  const t = useTranslations('versions');
  const diff = useMemo(() => diffWorkflows(before.document, after.document), [before.document, after.document]);
  const frame = frameOf([before.document, after.document]);
  const sides = [
    { ...before, marks: marksOf(diff, 'removed') },
    { ...after, marks: marksOf(diff, 'added') },
  ];
  return (
    <div className="grid min-w-0 gap-5" data-compared={`${before.name} ${after.name}`}>
      <div className="grid min-w-0 gap-3 md:grid-cols-2">
        {sides.map(({ name, document, marks }) => (
          <Frame key={name} name={name}>
            <DiffCanvas label={t('picture', { name })} workflow={document} frame={frame} marks={marks} />
          </Frame>
        ))}
      </div>
      <ChangeList diff={diff} />
    </div>
  );
}

function Frame({ name, children }: { name: string; children: ReactNode }) {
  return (
    <figure className="min-w-0 overflow-hidden rounded-control border border-line-1 bg-canvas">
      <figcaption className="border-b border-line-1 bg-chrome px-3 py-1 font-strong">{name}</figcaption>
      <div className="grid h-72 place-items-center p-2">{children}</div>
    </figure>
  );
}

function marksOf({ added, removed, changed }: WorkflowDiff, side: 'added' | 'removed'): Map<string, NodeMark> {
  const own = side === 'added' ? added : removed;
  return new Map<string, NodeMark>([
    ...own.map(({ id }) => [id, side] as const),
    ...changed.map(({ nodeId }) => [nodeId, 'changed'] as const),
  ]);
}
