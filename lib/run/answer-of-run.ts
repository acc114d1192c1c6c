import type { ChatAnswer, ChatAnswerPart, ChatStep, ChatStepKind } from '../chat/chat-answer.ts';
import type { Language } from '../i18n/language.ts';
import { composeAnswer, failedPart } from './compose-answer.ts';
import { withoutIterations } from './node-path.ts';
import type { NodeState, RunState } from './run-state.ts';
import { isTerminal } from './run-status.ts';
import { toolStep } from './visitor-event.ts';

type Shown = {
  /** Paths of the nodes whose text is the answer, by `answerTexts`. */
  readonly answerNodes: ReadonlySet<string> | undefined;
  readonly language: Language;
};

/** What a person reads of a turn at any moment of it: while it is written, while it waits, and at its end. */
export function chatAnswerOf(run: RunState, { answerNodes, language }: Shown): ChatAnswer {
  return [...saidOf(run, answerNodes, language), ...endOf(run)];
}

function saidOf(run: RunState, answerNodes: ReadonlySet<string> | undefined, language: Language): ChatAnswer {
  // A run that waits has no outputs yet, and says what it has replied.
  if (isTerminal(run.status) || (run.answerParts && run.status === 'waiting')) {
    const replies = run.replies.map(({ content }) => content);
    const said = run.answerParts ?? composeAnswer({ replies, outputs: run.outputs ?? {}, language });
    // Of an answer that was stopped, what had been written stays.
    return run.status === 'cancelled' && said.length === 0 ? writtenOf(run, answerNodes) : said;
  }
  return writtenOf(run, answerNodes);
}

function writtenOf({ replies, nodes }: RunState, answerNodes: ReadonlySet<string> | undefined): ChatAnswer {
  const over = new Set(replies.map(({ from }) => from));
  const writing = Object.values(nodes).filter(({ nodeId, text }) => {
    const path = withoutIterations(nodeId);
    return text !== '' && answerNodes?.has(path) === true && !over.has(path);
  });
  const texts = [...replies.map(({ content }) => content), ...writing.map(({ text }) => text)].filter(
    (text) => !isJsonBegun(text),
  );
  return texts.length === 0 ? [] : [{ kind: 'text', markdown: texts.join('\n\n') }];
}

/** JSON is shown when it is whole, as a list or a table. `[1]` is a citation. */
function isJsonBegun(text: string): boolean {
  return /^\s*(?:\{\s*(?:"|$)|\[\s*(?:[{"[]|$)|```json)/.test(text);
}

function endOf({ status, runId = '', error, approvals, waitsSince }: RunState): ChatAnswerPart[] {
  if (status === 'failed') return [failedPart(runId, error?.code)];
  if (status !== 'waiting') return [];
  const open = Object.values(approvals);
  const [expectBy] = open.map(({ expiresAt }) => expiresAt).toSorted();
  const isTime = open.length > 0 && open.every(({ kind }) => kind === 'wait');
  return [
    {
      kind: 'waiting',
      for: isTime ? 'time' : 'person',
      ...(waitsSince !== undefined && { since: waitsSince }),
      ...(expectBy !== undefined && { expectBy }),
    },
  ];
}

/**
 * What happened on the way, for customers: steps of one kind that follow one another are one, with their number.
 * @param stepNodes kinds by path without iterations, as the page or `stepNodes` of a document has them
 */
export function chatStepsOf(run: RunState, stepNodes: Readonly<Record<string, ChatStepKind>>): ChatStep[] {
  const steps: ChatStep[] = [];
  for (const node of Object.values(run.nodes)) {
    for (const call of node.toolCalls) add(steps, { kind: toolStep(call.name), ...timesOf(call) });
    const path = withoutIterations(node.nodeId);
    const kind = Object.hasOwn(stepNodes, path) ? stepNodes[path] : undefined;
    if (kind !== undefined && node.status !== 'skipped') add(steps, { kind, ...timesOfNode(node) });
  }
  return steps;
}

type Times = Pick<ChatStep, 'isRunning' | 'durationMs' | 'startedAt'>;

function add(steps: ChatStep[], step: Times & { readonly kind: ChatStepKind }): void {
  const last = steps.at(-1);
  if (last?.kind !== step.kind) {
    steps.push({ ...step, count: 1 });
    return;
  }
  const durationMs = step.isRunning ? undefined : (last.durationMs ?? 0) + (step.durationMs ?? 0);
  steps[steps.length - 1] = { ...last, count: last.count + 1, isRunning: last.isRunning || step.isRunning, durationMs };
}

function timesOf({ status, startedAt, durationMs }: NodeState['toolCalls'][number]): Times {
  const isRunning = status === 'running' || status === 'pending';
  return { isRunning, durationMs, startedAt: startedAt === undefined ? undefined : Date.parse(startedAt) };
}

function timesOfNode({ status, startedAt, executionTimeMs }: NodeState): Times {
  const isRunning = status === 'running';
  return { isRunning, durationMs: executionTimeMs, startedAt: startedAt === undefined ? undefined : Date.parse(startedAt) };
}
