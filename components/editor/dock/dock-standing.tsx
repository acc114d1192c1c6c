'use client';
import { useNodeName } from '#components/editor/document/use-node-name.ts';
import { useBreakpointReader } from '#components/editor/run/breakpoint-reader.ts';
import { useRunOutline, useShownFact, useShownRun } from '#components/editor/run/run-overlay.ts';
import { StandingBar } from '#components/run-view/fork/standing-bar.tsx';
import { useGoingOn } from '#components/run-view/fork/use-going-on.ts';

/** Where the run being shown stands. It goes on with the breakpoints that are set by then. */
export function DockStanding() {
  const shown = useShownRun();
  const runId = useRunOutline()?.runId;
  // As one text, which stays the same while its parts do.
  const standsAt = useShownFact(({ run }) => run.pausedAt.join('\n'));
  if (runId === undefined || standsAt === '') return null;
  return <Standing key={runId} runId={runId} standsAt={shown.readView().run.pausedAt} />;
}

function Standing({ runId, standsAt }: { runId: string; standsAt: readonly string[] }) {
  const going = useGoingOn(runId, useBreakpointReader());
  return <StandingBar going={going} standsAt={standsAt} nameOf={useNodeName()} />;
}
