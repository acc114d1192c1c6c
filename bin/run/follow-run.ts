import type { PublicEvent } from '#lib/run/public-event.ts';
import { exitCode } from '../exit-code.ts';
import type { Terminal } from '../terminal.ts';
import { askHowToContinue } from './ask-how-to-continue.ts';
import { askPerson, type Question } from './ask-person.ts';
import type { LiveRun } from './live-run.ts';
import { watchInterrupts } from './watch-interrupts.ts';

export type View = { show(event: PublicEvent): void };

const DEMO_NOTE = `Note: no model is configured, so the demo model answered with made-up text.
      Name one under models in threadloom.config.yaml to get real answers.\n`;

/**
 * Shows a run to its end. The terminal prompts for decisions. The first Ctrl-C stops the run, a second
 * one ends the command.
 * @returns the exit code
 */
export async function followRun(
  start: (onEvent: (event: PublicEvent) => void) => Promise<LiveRun>,
  { view, terminal }: { view: View; terminal: Terminal },
): Promise<number> {
  const seen: Seen = { end: undefined, models: new Set(), questions: new Map() };
  const run = await start((event) => {
    if (event.type === 'llm_call' && event.model !== undefined) seen.models.add(event.model);
    if (event.type === 'confirm_required') seen.questions.set(event.actionId, event);
    if (event.type === 'done') seen.end = event;
    view.show(event);
  });
  const unstoppable = Promise.withResolvers<never>();
  const stopping = new AbortController();
  let stopped: Promise<void> | undefined;
  const stopWatching = watchInterrupts({
    onFirst: () => {
      terminal.err('\nStopping the run; Ctrl-C again ends at once.\n');
      stopping.abort();
      stopped = run.stop();
      stopped.catch(unstoppable.reject);
    },
    onSecond: () => process.exit(exitCode.cancelled),
  });
  try {
    await Promise.race([run.ended, unstoppable.promise]);
    await Promise.race([decideHere(run, seen, { terminal, signal: stopping.signal }), unstoppable.promise]);
    // After a stop the run ends, also when it was waiting.
    if (seen.end?.status === 'waiting') await Promise.race([stopped, unstoppable.promise]);
  } finally {
    stopWatching();
  }
  const actionIds = openQuestions(seen).map(({ actionId }) => actionId);
  if (seen.end?.status === 'waiting') {
    const { breakpoints = [], resumesAt } = seen.end;
    terminal.err(run.describeWait({ actionIds, breakpoints, resumesAt }));
  }
  if (await isAnyDemo(run, seen.models)) terminal.err(DEMO_NOTE);
  return codeOf(seen.end?.status);
}

type Seen = {
  end: Extract<PublicEvent, { type: 'done' }> | undefined;
  readonly models: Set<string>;
  readonly questions: Map<string, Question>;
};

/** The approvals that the latest `done` event lists. */
function openQuestions({ end, questions }: Seen): Question[] {
  return (end?.approvals ?? []).flatMap(({ actionId }) => questions.get(actionId) ?? []);
}

/** Prompts for decisions until the run has ended, or the input ends. */
async function decideHere(
  run: LiveRun,
  seen: Seen,
  { terminal, signal }: { terminal: Terminal; signal: AbortSignal },
): Promise<void> {
  while (run.decide && terminal.ask && seen.end?.status === 'waiting') {
    const { breakpoints = [] } = seen.end;
    if (run.continueFrom && breakpoints.length > 0) {
      const how = await askHowToContinue(breakpoints, { terminal, signal });
      if (!how) return;
      await run.continueFrom(how);
      continue;
    }
    const answers = await askPerson(openQuestions(seen), { terminal, signal });
    if (!answers) terminal.err('\n');
    if (!answers || answers.length === 0) return;
    await run.decide(answers);
  }
}

async function isAnyDemo(run: LiveRun, models: ReadonlySet<string>): Promise<boolean> {
  for (const name of models) {
    // The outcome is final: without an answer of the server, only the note is omitted.
    if (await run.isDemoModel(name).catch(() => false)) return true;
  }
  return false;
}

/** The exit code of a command by the status of its run. */
export function codeOf(status: string | undefined): number {
  if (status === 'succeeded') return exitCode.ok;
  if (status === 'waiting') return exitCode.waiting;
  return status === 'cancelled' ? exitCode.cancelled : exitCode.failed;
}
