'use client';
import { Ban, Pin, TriangleAlert } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { levelOfNode } from '#components/editor/document/problems-by-node.ts';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import { useNames } from '#components/run-view/use-names.ts';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import { ProblemMark } from '#components/ui/problem-mark.tsx';
import { visibleText } from '#lib/i18n/visible-text.ts';
import type { NodeState } from '#lib/run/run-state.ts';
import type { ProblemLevel } from '#lib/workflow/problem-level.ts';
import type { NodeId, WorkflowNode } from '#lib/workflow/workflow.ts';

/** What a node is called. */
export function NodeName({ node }: { node: WorkflowNode }) {
  const { labelOf } = useNames();
  return <span className="step-name min-w-0 truncate text-body font-title">{labelOf(node)}</span>;
}

/** Pinned, disabled, its most urgent problem, and what it says of its value in the run that is shown. */
export function NodeMarks({ node, run }: { node: WorkflowNode; run?: NodeState | undefined }) {
  const t = useTranslations('editor.marks');
  const level = useEditor(({ problems }) => levelOfNode(problems, node.id));
  const isPinned = node.options?.pinned !== undefined;
  const isDisabled = node.options?.disabled === true;
  const warnings = run?.warnings?.map(({ message }) => visibleText(message)).join('\n');
  if (!isPinned && !isDisabled && !level && !warnings) return null;
  return (
    <span className="ml-auto flex shrink-0 items-center gap-1 text-ink-2">
      {isPinned ? (
        <Pin size={12} role="img" aria-label={t('pinned')}>
          <title>{t('pinned')}</title>
        </Pin>
      ) : null}
      {isDisabled ? (
        <Ban size={12} role="img" aria-label={t('disabled')}>
          <title>{t('disabled')}</title>
        </Ban>
      ) : null}
      {warnings ? (
        <TriangleAlert size={12} role="img" aria-label={warnings} data-part="run-warning" className="text-waiting">
          <title>{warnings}</title>
        </TriangleAlert>
      ) : null}
      {level ? <ProblemButton nodeId={node.id} level={level} /> : null}
    </span>
  );
}

const LazyNodeProblems = lazyPart(async () => (await import('#components/editor/canvas/node-problems.tsx')).NodeProblems);

/** The mark of the most urgent problem. A click shows all problems of the node and what mends them. */
function ProblemButton({ nodeId, level }: { nodeId: NodeId; level: ProblemLevel }) {
  const t = useTranslations('editor.problems');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <button
      type="button"
      tabIndex={-1}
      data-part="problem-mark"
      aria-label={t(level)}
      title={t(level)}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={() => setIsOpen(!isOpen)}
      onDoubleClick={(event) => event.stopPropagation()}
      className="nodrag nopan -m-1 grid size-5 place-items-center rounded-control hover:bg-hover"
    >
      {isOpen ? (
        <Suspense fallback={<ProblemMark level={level} />}>
          <LazyNodeProblems nodeId={nodeId} level={level} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : (
        <ProblemMark level={level} />
      )}
    </button>
  );
}

/**
 * Stale mark, a broken ring with a label if there is room: the shown result is from an earlier config of the node. The
 * label gives way to the name: it wraps to a second line, which is hidden.
 */
export function StaleWord({ isBrief }: { isBrief: boolean }) {
  const t = useTranslations('canvasNode');
  const named = isBrief ? { role: 'img', 'aria-label': t('stale') } : {};
  return (
    <span
      data-state="stale"
      {...named}
      title={t('staleHint')}
      className="flex h-4 min-w-2.5 shrink-[99999] flex-wrap items-center gap-x-1 overflow-hidden text-meta leading-4 text-state"
    >
      <svg className="my-[3px]" width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
        <circle cx="5" cy="5" r="3.8" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2 2" />
      </svg>
      {isBrief ? null : <span>{t('stale')}</span>}
    </span>
  );
}
