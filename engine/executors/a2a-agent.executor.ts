import { type AgentAnswer, isOpen } from '#lib/a2a/agent-answer.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ConfigOf } from '#lib/node-kit/define-node.ts';
import a2aAgent from '#nodes/a2a-agent/a2a-agent.node.ts';
import { AgentClient } from '../a2a/agent-client.ts';
import { defineExecutor, type Effect, type ExecutorContext } from '../contract/define-executor.ts';
import { RunEnding } from '../contract/run-ending.ts';
import { withTimeLimit } from '../contract/time-limit.ts';

/** Between two looks at a task: soon at first, then less often. */
const LOOK_FIRST_MS = 250;
const LOOK_MAX_MS = 5000;
const CANCEL_LIMIT_MS = 5000;

type Config = ConfigOf<typeof a2aAgent>;

export default defineExecutor(a2aAgent, async ({ config, context }) => {
  const { timeoutMs, auth, url, message, data } = config;
  if (message.trim() === '' && data === undefined)
    throw new NodeFailure('a2a-message-missing', 'There is no message and no data to send', { path: 'config.message' });
  const { fetch, signal } = context;
  const credential = auth === undefined ? undefined : context.credentialOf(auth, 'config.auth');
  const onTimeout = () =>
    new NodeFailure('a2a-timed-out', `The agent did not end the task within ${timeoutMs} ms`, { path: 'config.timeoutMs' });
  const task = { id: undefined as string | undefined };
  let client: AgentClient | undefined;
  try {
    const answer = await withTimeLimit({ timeoutMs, signal, onTimeout }, async (limited) => {
      client = await AgentClient.open(url, { fetch, credential }, limited);
      const sent = await send(client, { config, context, limited });
      task.id = sent.taskId ?? undefined;
      return untilEnded(client, sent, { context, limited });
    });
    return portOf(answer);
  } catch (error) {
    if (client && task.id !== undefined && isGivenUp(error, signal)) await cancel(client, task.id);
    throw error;
  }
});

type Waiting = { readonly context: ExecutorContext; readonly limited: AbortSignal };

/** The first answer is the stored result of the effect: a node that is resumed follows the same task. */
function send(client: AgentClient, { config, context, limited }: Waiting & { readonly config: Config }): Promise<AgentAnswer> {
  const { message, data, contextId, taskId } = config;
  const effect: Effect = {
    key: 'message',
    kind: 'http',
    name: `A2A ${client.name}`,
    effects: 'write',
    fromPerson: (value) => ({ state: 'completed', text: '', data: value, taskId: null, contextId: null }),
  };
  return context.effect(effect, ({ idempotencyKey }) =>
    client.send({ messageId: idempotencyKey, text: message, data, contextId, taskId }, limited),
  );
}

async function untilEnded(client: AgentClient, sent: AgentAnswer, { context, limited }: Waiting): Promise<AgentAnswer> {
  let answer = sent;
  for (let delayMs = LOOK_FIRST_MS; isOpen(answer) && answer.taskId !== null; delayMs = Math.min(delayMs * 2, LOOK_MAX_MS)) {
    await context.clock.sleep(delayMs, limited);
    answer = await client.getTask(answer.taskId, limited);
  }
  return answer;
}

function portOf({ state, ...answer }: AgentAnswer) {
  if (state === 'completed') return { out: answer };
  if (state === 'input-required') return { asks: answer };
  const why = answer.text === '' ? '' : `: ${answer.text}`;
  throw new NodeFailure('a2a-failed', `The task of the agent is ${state}${why}`, { path: 'config.url' });
}

function isGivenUp(error: unknown, signal: AbortSignal): boolean {
  // Another process that continues the run follows the same task.
  if (RunEnding.is(signal.reason) && signal.reason.reason === 'worker_lost') return false;
  return signal.aborted || (NodeFailure.is(error) && error.code === 'a2a-timed-out');
}

/** The node ends either way, and with the reason that it has. */
async function cancel(client: AgentClient, taskId: string): Promise<void> {
  await client.cancelTask(taskId, AbortSignal.timeout(CANCEL_LIMIT_MS)).catch(() => {});
}
