'use client';
import { useRunOutline, useShownFact, useShownRun } from '#components/editor/run-overlay.ts';
import { useNodeName } from '#components/editor/use-node-name.ts';
import { useBreakpointReader } from '#components/fork/breakpoint-reader.ts';
import { StandingBar } from '#components/fork/standing-bar.tsx';
import { useGoingOn } from '#components/fork/use-going-on.ts';

/** Where the run being shown stands. It goes on with the breakpoints that are set by then. */
export function DockStanding() {
  const shown = useShownRun();
  const runId = useRunOutline()?.runId;
  // As one text, which stays the same while its parts do.
  const standsAt = useShownFact(({ run }) => run.standsAt.join('\n'));
  if (runId === undefined || standsAt === '') return null;
  return <Standing key={runId} runId={runId} standsAt={shown.readView().run.standsAt} />;
}

function Standing({ runId, standsAt }: { runId: string; standsAt: readonly string[] }) {
  const going = useGoingOn(runId, useBreakpointReader());
  return <StandingBar going={going} standsAt={standsAt} nameOf={useNodeName()} />;
}
