'use client';
import { useFormatter, useTranslations } from 'use-intl';
import { shownApproval } from '#components/editor/canvas/shown-approval.ts';
import { dockMemory } from '#components/editor/dock/dock-memory.ts';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';
import { useShownRun } from '#components/editor/run/run-overlay.ts';
import { focusDecision } from '#components/run-view/approvals/focus-decision.ts';
import { PausedLine } from '#components/run-view/fork/paused-line.tsx';
import { useCallWords } from '#components/run-view/use-call-words.ts';
import { callerToolName } from '#lib/run/caller-tools.ts';
import { type NodePath, nodeIdOf } from '#lib/run/node-path.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';

/**
 * The open approval of a waiting node, with a link to decide it below the canvas. Render it with
 * each state of the node.
 */
export function NodeQuestion({ nodeId }: { nodeId: NodeId }) {
  const t = useTranslations('canvasNode');
  const format = useFormatter();
  const wordCall = useCallWords();
  const store = useEditorStore();
  const shown = useShownRun();
  const { approvals, pausedAt, runId } = shown.readView().run;
  const isHere = (path: NodePath) => nodeIdOf(shown.drawnPath(path)) === nodeId;
  const asked = shownApproval(approvals, isHere);
  if (!asked) {
    const isPausedHere = pausedAt.some(isHere);
    return isPausedHere && runId !== undefined ? <PausedLine key={runId} runId={runId} /> : null;
  }
  if (asked.kind === 'wait')
    return (
      <span className="min-w-0 grow truncate text-ink-1">
        {t('until', {
          time: format.dateTime(new Date(asked.expiresAt), { dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' }),
        })}
      </span>
    );
  if (asked.kind === 'caller')
    return <span className="min-w-0 grow truncate text-ink-1">{t('atCaller', { tool: callerToolName(asked.tool) })}</span>;
  const question = asked.kind === 'tool' ? wordCall(asked.description) : asked.description;
  function review() {
    store.getState().select({ nodes: [nodeId] });
    dockMemory.set({ isFolded: false });
    focusDecision(asked?.actionId);
  }
  return (
    <>
      <span className="min-w-0 grow truncate text-ink-1" title={question}>
        {question}
      </span>
      <button
        type="button"
        data-part="review"
        onClick={review}
        className="nodrag h-[18px] shrink-0 rounded-control bg-accent-solid px-1.5 leading-[18px] font-strong text-on-accent hover:bg-accent-solid-hover"
      >
        {t('review')}
      </button>
    </>
  );
}
