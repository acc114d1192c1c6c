'use client';
import { useNodeName } from '#components/editor/document/use-node-name.ts';
import { useBreakpointReader } from '#components/editor/run/breakpoint-reader.ts';
import { useRunOutline, useShownFact, useShownRun } from '#components/editor/run/run-overlay.ts';
import { PausedBar } from '#components/run-view/fork/paused-bar.tsx';
import { useResume } from '#components/run-view/fork/use-resume.ts';

/** Where the shown run is paused. It resumes with the current breakpoints. */
export function DockPaused() {
  const shown = useShownRun();
  const runId = useRunOutline()?.runId;
  // As one text, which stays the same while its parts do.
  const pausedPaths = useShownFact(({ run }) => run.pausedAt.join('\n'));
  if (runId === undefined || pausedPaths === '') return null;
  return <Paused key={runId} runId={runId} pausedAt={shown.readView().run.pausedAt} />;
}

function Paused({ runId, pausedAt }: { runId: string; pausedAt: readonly string[] }) {
  const going = useResume(runId, useBreakpointReader());
  return <PausedBar going={going} pausedAt={pausedAt} nameOf={useNodeName()} />;
}
