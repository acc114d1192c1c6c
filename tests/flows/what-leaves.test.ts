import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { answerText } from '#lib/run/answer-text.ts';
import type { RunEvent } from '#lib/run/run-event.ts';
import { isTerminal } from '#lib/run/run-status.ts';
import { toPublicEvent } from '#lib/run/to-public-event.ts';
import { UiMessageStream } from '#lib/run/ui-message-stream.ts';
import { buildGraph } from '#lib/workflow/graph.ts';
import { leavingTexts } from '#lib/workflow/leaving-texts.ts';
import { liveReplies } from '#lib/workflow/live-replies.ts';
import { replyingNodes } from '#lib/workflow/replying-nodes.ts';
import { validateWorkflow } from '#lib/workflow/validate-workflow.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { ReplyReader, restOfReply } from '#server/conversation/reply-reader.ts';
import { randomAnswers } from '../support/random/random-answers.ts';
import { RandomSource } from '../support/random/random-source.ts';
import { say, startReplyingModel } from '../support/replying-model.ts';
import { eventsOf, type TestEngine } from '../support/test-engine.ts';

/** Fixed, so that failures are reproducible. */
const SEED = 20_261_128;
const RUNS = 90;
/** Enough event loop turns for any small workflow. */
const MAX_TURNS = 20_000;

/** Runs a workflow to its end, with random decisions in random order. */
async function runToEnd(flows: TestEngine, workflow: Workflow, random: RandomSource): Promise<readonly RunEvent[]> {
  const { runId } = await flows.run(workflow);
  const { database } = flows.store;
  const decided = new Set<string>();
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const status = database.runs.get(runId)?.status;
    if (status && isTerminal(status)) return flows.events(runId);
    if (status === 'waiting') {
      const asked = eventsOf(await flows.events(runId), 'confirm_required').filter(({ actionId }) => !decided.has(actionId));
      if (asked.length > 0) {
        const { actionId } = random.pick(asked);
        decided.add(actionId);
        const isConfirmed = random.chance(0.6);
        const args = isConfirmed && random.chance(0.3) ? { args: 'edited' } : {};
        database.approvals.decide({ runId, actionId, isConfirmed, ...args, nowMs: database.now() });
        await flows.engine.resumeWithDecisions(runId);
      }
    }
    await nextTurn();
  }
  throw new Error(`Run ${runId} does not end`);
}

/** The texts that left, by their node, and those of them that replies had said by then. */
function problemsOf(workflow: Workflow, events: readonly RunEvent[]): string[] {
  const graph = buildGraph(workflow);
  const view = { runId: 'run_1', level: 'summary', texts: leavingTexts(workflow) } as const;
  const left = new Map<string, string>();
  const problems: string[] = [];
  // A reply that does not wait for the decision says it in any case.
  const isSaidBeside = (nodeId: string, asking: string) =>
    workflow.nodes.some(({ id, type, config }) => type === 'reply' && config.from === nodeId && !graph.isBefore(asking, id));
  let said = '';
  for (const event of events) {
    const shown = toPublicEvent(event, view);
    if (shown?.type === 'reply') said += shown.content;
    if (shown?.type === 'content') left.set(shown.nodeId, (left.get(shown.nodeId) ?? '') + shown.content);
    if (event.type === 'confirm_required')
      for (const [nodeId, text] of left)
        if (graph.isBefore(nodeId, event.nodeId) && !said.includes(text) && !isSaidBeside(nodeId, event.nodeId))
          problems.push(`${nodeId} left before ${event.nodeId} was decided`);
  }
  const end = eventsOf([...events], 'done').at(-1);
  if (end?.status === 'succeeded')
    for (const [nodeId, text] of left)
      if (!(JSON.stringify(end.outputs) + said).includes(text)) problems.push(`${nodeId} left and is not part of the answer`);
  return problems;
}

/** What a client of a chat protocol has read at the end. */
function replyOf(
  workflow: Workflow,
  events: readonly RunEvent[],
): { readonly read: string; readonly answer: string } | undefined {
  const reader = new ReplyReader({ live: replyingNodes(workflow) });
  const steps = events.map((event) => reader.read({ seq: event.seq, type: event.type, json: JSON.stringify(event) }));
  const end = steps.findLast((step) => step?.type === 'end');
  if (end?.type !== 'end' || end.end.done.status !== 'succeeded') return undefined;
  const answer = answerText(end.end.replies, end.end.done.outputs ?? {});
  return { read: end.end.streamed + restOfReply(answer, end.end), answer };
}

/** The texts of a chat of the AI SDK, which has what becomes the answer as `said` has it. */
function chatOf(workflow: Workflow, events: readonly RunEvent[]): string {
  const stream = new UiMessageStream('run_1', { said: liveReplies(workflow) });
  const view = { runId: 'run_1', level: 'summary', texts: leavingTexts(workflow) } as const;
  const chunks = events.flatMap((event) => {
    const shown = toPublicEvent(event, view);
    return shown ? stream.take(shown) : [];
  });
  return [...chunks, ...stream.end()].flatMap(({ type, delta }) => (type === 'text-delta' ? String(delta) : [])).join('');
}

test('over random workflows and decisions, only what becomes the answer leaves, and nothing before it is approved', async () => {
  const { flows } = await startReplyingModel(({ last }) => say(`The text of ${last}.`));
  let streamed = 0;
  let asked = 0;
  let live = 0;
  for (let seed = SEED, done = 0; done < RUNS; seed++) {
    const random = new RandomSource(seed);
    const workflow = randomAnswers(random);
    if (!validateWorkflow(workflow, nodeRegistry).valid) continue;
    done++;
    const events = await runToEnd(flows, workflow, random);
    expect(problemsOf(workflow, events), `seed ${seed}`).toEqual([]);
    const reply = replyOf(workflow, events);
    expect(reply?.read, `seed ${seed}`).toBe(reply?.answer);
    const replies = eventsOf([...events], 'reply').map(({ content }) => content);
    if (reply && replies.length > 0) expect(chatOf(workflow, events), `seed ${seed}`).toBe(replies.join(''));
    live += replies.length > 0 && replyingNodes(workflow).size > 0 ? 1 : 0;
    const texts = leavingTexts(workflow);
    streamed += events.some((event) => event.type === 'content' && texts.has(event.nodeId)) ? 1 : 0;
    asked += eventsOf([...events], 'confirm_required').length > 0 ? 1 : 0;
  }
  // The workflows are of both kinds.
  expect(streamed).toBeGreaterThan(8);
  expect(asked).toBeGreaterThan(8);
  expect(live).toBeGreaterThan(8);
}, 60_000);
