import { isDeepStrictEqual } from 'node:util';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import type { RunEvent } from '#lib/run/run-event.ts';
import { parseConfig } from '#server/config/load-config.ts';
import { makeModelRegistry } from '#server/models/model-registry.ts';
import { fakeText } from '#tests/support/fake-model/behaviour.ts';
import { type RecordedRequest, startFakeModel } from '#tests/support/fake-model/start-fake-model.ts';
import { makeMemoryPayloads } from '#tests/support/memory-payloads.ts';
import { eventsOf, TestEngine, workflowOf } from '#tests/support/test-engine.ts';
import { aim } from './aims.ts';
import type { BenchOptions, BenchResult } from './run.ts';
import { type ToolCase, toolCases } from './tool-cases.ts';
import { type MadeCall, makeShelf } from './tool-shelf.ts';

const TOKENS = 5;
const ANSWER = fakeText(TOKENS);
const MAX_SHOWN = 20;

/**
 * Tool calls of models over real HTTP, right and wrong ones: what is called with which arguments, what the
 * model gets back, and whether the conversation stays valid. `--only <part of a name>`.
 */
export default async function tools(options: BenchOptions): Promise<BenchResult> {
  const only = typeof options.only === 'string' ? options.only : '';
  const wrong: { name: string; problems: readonly string[] }[] = [];
  let crashes = 0;
  const onCrash = () => void crashes++;
  process.on('uncaughtException', onCrash).on('unhandledRejection', onCrash);
  const cases = toolCases.filter(({ name }) => name.includes(only));
  for (const one of cases) {
    const { problems, hasCrashed } = await tryCase(one);
    if (problems.length > 0) wrong.push({ name: one.name, problems });
    if (hasCrashed) crashes++;
  }
  process.off('uncaughtException', onCrash).off('unhandledRejection', onCrash);
  return {
    name: 'tools',
    aims: [
      aim('cases', cases.length, { atLeast: 80 }),
      aim('rightShare', (cases.length - wrong.length) / cases.length, { atLeast: 1 }),
      aim('crashes', crashes, { atMost: 0 }),
    ],
    ...(wrong.length > 0 && { wrong: wrong.slice(0, MAX_SHOWN) }),
  };
}

type Tried = { readonly problems: readonly string[]; readonly hasCrashed: boolean };

async function tryCase(one: ToolCase): Promise<Tried> {
  const { provider, offered, rounds } = one;
  const script = rounds.map((calls) => ({ calls }));
  const fake = await startFakeModel({ script });
  const entry = `{ provider: ${provider}, base_url: "${fake.url}", api_key: key, model: fake-t${TOKENS}, retry: 0 }`;
  const models = makeModelRegistry({ config: parseConfig(`models: { main: ${entry} }`, { file: 'bench.yaml', variables: {} }) });
  const { definitions, handlers, made } = makeShelf();
  const kit = makeToolKit({ definitions, handlers, payloads: makeMemoryPayloads() });
  const engine = new TestEngine({ models, tools: kit });
  const nodes = {
    start: ['start', { inputs: [] }],
    ask: ['llm', { model: 'main', userPrompt: 'What is the weather?', availableTools: offered }],
    end: ['end', { outputs: { answer: '{{ask.output}}' } }],
  } as never;
  try {
    const { status, outputs, error, events } = await engine.run(workflowOf(nodes, ['start -> ask', 'ask -> end']));
    const ended = status === 'succeeded' ? [] : [`the run ended as ${status}: ${error?.code} ${error?.message.slice(0, 200)}`];
    const answer = isDeepStrictEqual(outputs, { answer: ANSWER })
      ? []
      : [`the answer is ${JSON.stringify(outputs)?.slice(0, 200)}`];
    const problems = [...ended, ...answer, ...problemsOf(one, { made, events, requests: fake.requests })];
    return { problems, hasCrashed: error?.code === 'node-failed' };
  } catch (thrown) {
    return { problems: [`it threw ${String(thrown).slice(0, 200)}`], hasCrashed: true };
  } finally {
    models.close();
    await fake.stop();
  }
}

type Happened = {
  readonly made: readonly MadeCall[];
  readonly events: readonly RunEvent[];
  readonly requests: readonly RecordedRequest[];
};

function problemsOf({ rounds, made: expected, statuses, hints = [], provider }: ToolCase, { made, events, requests }: Happened) {
  const problems: string[] = [];
  if (!isDeepStrictEqual([...made], [...expected])) problems.push(`called were ${shown(made)}`);
  const results = eventsOf(events, 'tool_result');
  const given = results.map(({ status }) => status);
  if (!isDeepStrictEqual(given.toSorted(), [...statuses].toSorted())) problems.push(`the results are ${given.join(', ')}`);
  const ids = results.map(({ id }) => id);
  if (new Set(ids).size !== ids.length) problems.push('two results have one id');
  if (requests.length !== rounds.length + 1) problems.push(`${requests.length} requests were sent`);
  const last = JSON.stringify(requests.at(-1)?.body ?? {});
  problems.push(
    ...hints
      .filter((text) => !last.includes(text.replaceAll('"', '\\"').replaceAll('\\\\"', '\\"')) && !last.includes(escaped(text)))
      .map((text) => `missing for the model: ${text}`),
  );
  if (provider === 'openai-compatible') problems.push(...requests.flatMap(({ body }) => unansweredIn(body.messages ?? [])));
  return problems;
}

/** As a text inside JSON that is a text inside JSON. */
function escaped(text: string): string {
  return JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1);
}

type Message = { role: string; tool_calls?: { id: string; function: { arguments: string } }[]; tool_call_id?: string };

/** Servers refuse a conversation in which a call has no result, two results, or arguments that are not JSON. */
function unansweredIn(messages: readonly Message[]): string[] {
  const calls = messages.flatMap(({ tool_calls }) => tool_calls ?? []);
  const answered = messages.flatMap(({ tool_call_id: id }) => (id === undefined ? [] : [id]));
  const unread = calls.filter(({ function: { arguments: text } }) => !isJsonObject(text));
  return [
    ...(isDeepStrictEqual(
      calls.map(({ id }) => id),
      answered,
    )
      ? []
      : ['calls and results of a request do not match']),
    ...(new Set(answered).size === answered.length ? [] : ['an id is used twice in a request']),
    ...unread.map(() => 'arguments of a request are not a JSON object'),
  ];
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function shown(made: readonly MadeCall[]): string {
  return JSON.stringify(made).slice(0, 300);
}
