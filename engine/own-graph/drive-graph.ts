import { NodeFailure } from '#lib/errors/node-failure.ts';
import { type GraphInterrupt, GraphStepLimit, type GraphThread, type LoadedGraph } from '#lib/ports/graph-registry.ts';
import { withoutRetries } from '#lib/run/node-path.ts';
import { SuspendedError } from '../contract/suspended-error.ts';
import { type AskInterrupts, askInterrupt, isRequested } from './ask-interrupt.ts';
import { logGraph } from './log-graph.ts';

export type DriveGraph = AskInterrupts & {
  readonly input: unknown;
  readonly maxSteps: number;
};

/**
 * Runs a graph until it ends, from wherever its thread is: new, left by a process that died, or
 * interrupted.
 * @returns what an invocation returns
 * @throws {SuspendedError} while interrupts have no answers; {NodeFailure} `graph-failed`, `graph-step-limit`
 */
export async function driveGraph(loaded: LoadedGraph, drive: DriveGraph): Promise<unknown> {
  const { context } = drive;
  // A further attempt of a container continues the thread, as a retry of the node does.
  const threadId = `${context.runId}:${withoutRetries(context.nodeId)}`;
  const delivered = new Set<string>();
  let thread = await loaded.read(threadId);
  for (let isFirst = true; thread.status !== 'ended'; isFirst = false) {
    const from = nextInput(thread, { isFirst, delivered, drive });
    await advance(loaded, { threadId, from, drive });
    thread = await loaded.read(threadId);
  }
  return thread.output;
}

type Next = { readonly isFirst: boolean; readonly delivered: Set<string>; readonly drive: DriveGraph };
type From = Parameters<LoadedGraph['advance']>[0]['from'];

/** @throws {SuspendedError} when only decisions can continue the thread */
function nextInput(thread: Exclude<GraphThread, { status: 'ended' }>, { isFirst, delivered, drive }: Next): From {
  if (thread.status === 'new') return { input: drive.input };
  const { interrupts } = thread;
  // The process that stored an interrupt may have died before its other steps ended, and before it asked.
  const needsPass = interrupts.length === 0 || interrupts.some((interrupt) => !isRequested(interrupt, drive.context));
  if (isFirst && needsPass) return 'checkpoint';
  const answers = answersTo(
    interrupts.filter(({ id }) => !delivered.has(id)),
    drive,
  );
  if (answers.length === 0) throw new SuspendedError();
  for (const [id] of answers) delivered.add(id);
  return { answers: Object.fromEntries(answers) };
}

/** Asks about each of them, and returns the answers that there are. */
function answersTo(interrupts: readonly GraphInterrupt[], drive: DriveGraph): (readonly [string, unknown])[] {
  return interrupts.flatMap((interrupt) => {
    const answered = askInterrupt(interrupt, drive);
    return answered ? [[interrupt.id, answered.answer] as const] : [];
  });
}

type Advance = { readonly threadId: string; readonly from: From; readonly drive: DriveGraph };

async function advance(loaded: LoadedGraph, { threadId, from, drive }: Advance): Promise<void> {
  const { graph, context, maxSteps } = drive;
  const { signal } = context;
  try {
    await loaded.advance({ threadId, from, maxSteps, signal, listener: logGraph(graph, context) });
  } catch (error) {
    if (signal.aborted || SuspendedError.is(error) || NodeFailure.is(error)) throw error;
    if (error instanceof GraphStepLimit)
      throw new NodeFailure('graph-step-limit', `The graph '${graph}' did not end within ${maxSteps} steps`, {
        path: 'config.maxSteps',
        hint: 'Raise the number of steps, or let the graph end sooner',
        cause: error,
      });
    throw new NodeFailure('graph-failed', `The graph '${graph}' failed: ${messageOf(error)}`, {
      isRetryable: true,
      path: 'config.graph',
      cause: error,
    });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
