import type { PublicEvent } from '#lib/run/public-event.ts';
import { exitCode } from '../exit-code.ts';
import type { Terminal } from '../terminal.ts';
import type { LiveRun } from './live-run.ts';
import { watchInterrupts } from './watch-interrupts.ts';

export type View = { show(event: PublicEvent): void };

const DEMO_NOTE = `Note: no model is configured, so the demo model answered with made-up text.
      Name one under models in threadloom.config.yaml to get real answers.\n`;

/** Shows a run to its end. Ctrl-C stops it in order, and at once when pressed again. @returns the exit code */
export async function followRun(
  start: (onEvent: (event: PublicEvent) => void) => Promise<LiveRun>,
  { view, terminal }: { view: View; terminal: Terminal },
): Promise<number> {
  const seen = { end: undefined as Extract<PublicEvent, { type: 'done' }> | undefined, models: new Set<string>() };
  const run = await start((event) => {
    if (event.type === 'llm_call' && event.model !== undefined) seen.models.add(event.model);
    if (event.type === 'done') seen.end = event;
    view.show(event);
  });
  const unstoppable = Promise.withResolvers<never>();
  const stopWatching = watchInterrupts({
    onFirst: () => {
      terminal.err('\nStopping the run; Ctrl-C again ends at once.\n');
      run.stop().catch(unstoppable.reject);
    },
    onSecond: () => process.exit(exitCode.cancelled),
  });
  try {
    await Promise.race([run.ended, unstoppable.promise]);
  } finally {
    stopWatching();
  }
  if (await isAnyDemo(run, seen.models)) terminal.err(DEMO_NOTE);
  return codeOf(seen.end?.status);
}

async function isAnyDemo(run: LiveRun, models: ReadonlySet<string>): Promise<boolean> {
  for (const name of models) {
    // The run has ended and its outcome stands: a server that does not answer now only costs the note.
    if (await run.isDemoModel(name).catch(() => false)) return true;
  }
  return false;
}

function codeOf(status: string | undefined): number {
  if (status === 'succeeded') return exitCode.ok;
  return status === 'cancelled' ? exitCode.cancelled : exitCode.failed;
}
