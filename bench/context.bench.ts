import type { ModelMessage } from 'ai';
import { ContextWindow } from '#engine/interaction/context-window.ts';
import { interact } from '#engine/interaction/interact.ts';
import { countTokens } from '#engine/interaction/tokens/count-tokens.ts';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import { newMemory } from '#lib/run/memory.ts';
import { parseConfig } from '#server/config/load-config.ts';
import { makeModelRegistry } from '#server/models/model-registry.ts';
import { makeExecutorContext } from '#tests/support/executor-context.ts';
import type { RequestBody } from '#tests/support/fake-model/answer.ts';
import { startFakeModel } from '#tests/support/fake-model/start-fake-model.ts';
import { aim } from './aims.ts';
import { LOOKUP, lookupTools, ScriptedTalk, summaryRequestOf } from './context-talk.ts';
import type { BenchOptions, BenchResult } from './run.ts';

/** As many characters a token as English JSON has. */
const CHARS_PER_TOKEN = 4;
const ENCODING = 'o200k_base';
/** Of the model: small enough that older rounds are summarized several times. */
const MAX_CONTEXT = 64_000;
const MAX_ITERATIONS = 10;

/**
 * A scripted conversation with large tool results, through the interaction engine and a model
 * server over HTTP: once without context processors and once with the default chain. `--turns`.
 */
export default async function context(options: BenchOptions): Promise<BenchResult> {
  const talk = new ScriptedTalk(Number(options.turns ?? 200));
  const none = await converse(talk, []);
  const ours = await converse(talk, undefined);
  const last = JSON.stringify(ours.lastRequest.messages);
  const kept = talk.facts.filter((fact) => last.includes(fact));
  const cpu = await measureProcessors(talk);
  return {
    name: 'context',
    aims: [
      aim('tokensVsNone', round(ours.tokens / none.tokens), { atMost: 0.35 }),
      aim('factsKept', round(kept.length / talk.facts.length), { atLeast: 0.9 }),
      aim('stablePrefix', round(ours.stableTokens / ours.mainTokens), { atLeast: 0.7 }),
      aim('processorMs', round(cpu.msPerCall), { atMost: 8 }),
    ],
    turns: talk.turns,
    calls: { none: none.calls, ours: ours.calls, summaries: ours.summaries },
    tokens: { none: none.tokens, ours: ours.tokens, lastRequest: ours.lastTokens },
    compactions: ours.compactions,
    facts: { planted: talk.facts.length, kept: kept.length, keptWithoutProcessors: factsIn(talk, none.lastRequest) },
    stablePrefixWithoutProcessors: round(none.stableTokens / none.mainTokens),
    processorCalls: cpu.calls,
  };
}

/** The whole conversation. Tokens are those of every request, requests for summaries included. */
async function converse(talk: ScriptedTalk, contextProcessors: [] | undefined) {
  const sent = new SentTokens();
  const fake = await startFakeModel({
    isRecording: false,
    reply(body) {
      sent.receive(body);
      return { ...talk.reply(body), charsPerToken: CHARS_PER_TOKEN };
    },
  });
  const source = `models: { main: { provider: openai-compatible, base_url: "${fake.url}", model: gpt-4o, max_context: ${MAX_CONTEXT}, stream: false } }`;
  const models = makeModelRegistry({ config: parseConfig(source, { file: 'bench.yaml', variables: {} }) });
  try {
    const { context, events } = makeExecutorContext({ models, tools: lookupTools(talk) });
    const conversation = context.conversation('talk');
    let compactions = 0;
    for (let turn = 0; turn < talk.turns; turn++) {
      await interact(
        {
          models: [models.resolve('main')],
          instructions: talk.instructions,
          conversation,
          prompt: talk.prompt(turn),
          tools: [LOOKUP],
          maxIterations: MAX_ITERATIONS,
          key: `${turn}/`,
          ...(contextProcessors && { contextProcessors }),
        },
        context,
      );
      compactions += events.filter(({ type }) => type === 'context_compacted').length;
      events.length = 0;
    }
    return { ...(await sent.count()), compactions };
  } finally {
    models.close();
    await fake.stop();
  }
}

function factsIn(talk: ScriptedTalk, request: RequestBody): number {
  const text = JSON.stringify(request.messages);
  return talk.facts.filter((fact) => text.includes(fact)).length;
}

/** Messages of every request by their text, counted once each at the end. */
class SentTokens {
  readonly #main: number[][] = [];
  readonly #summaries: number[][] = [];
  readonly #texts = new Map<string, number>();
  #last: RequestBody = {};

  receive(body: RequestBody): void {
    const parts = [body.tools ?? [], ...body.messages].map((part) => this.#idOf(JSON.stringify(part)));
    if (summaryRequestOf(body)) {
      this.#summaries.push(parts);
      return;
    }
    this.#main.push(parts);
    this.#last = body;
  }

  #idOf(text: string): number {
    const id = this.#texts.get(text) ?? this.#texts.size;
    this.#texts.set(text, id);
    return id;
  }

  async count() {
    const weights: number[] = [];
    for (const text of this.#texts.keys()) weights.push(await countTokens([{ role: 'user', content: text }], ENCODING));
    const tokensOf = (parts: readonly number[]) => parts.reduce((sum, part) => sum + (weights[part] ?? 0), 0);
    const total = (requests: readonly number[][]) => requests.reduce((sum, parts) => sum + tokensOf(parts), 0);
    const stableTokens = this.#main.slice(1).reduce((sum, parts, index) => {
      const before = this.#main[index] ?? [];
      const changed = parts.findIndex((part, position) => part !== before[position]);
      return sum + tokensOf(parts.slice(0, changed < 0 ? parts.length : changed));
    }, 0);
    const mainTokens = total(this.#main);
    return {
      tokens: mainTokens + total(this.#summaries),
      mainTokens,
      stableTokens,
      calls: this.#main.length,
      summaries: this.#summaries.length,
      lastRequest: this.#last,
      lastTokens: tokensOf(this.#main.at(-1) ?? []),
    };
  }
}

/**
 * The CPU time of this process, its tokenizer thread included, while the processors run before each
 * call of the same conversation. Nothing else runs meanwhile, and summaries cost nothing.
 */
async function measureProcessors(talk: ScriptedTalk): Promise<{ msPerCall: number; calls: number }> {
  const model = { modelId: 'gpt-4o', ...measuredModel } as ModelHandle;
  const window = new ContextWindow({ messages: [], variables: {} }, { model, chain: undefined, now: 0 });
  const sentAlong = { instructions: talk.instructions, tools: [LOOKUP] };
  let calls = 0;
  let cpuMicros = 0;
  for (let turn = 0; turn < talk.turns; turn++) {
    window.add({ role: 'user', content: talk.prompt(turn) });
    for (const round of talk.rounds(turn)) {
      const before = process.cpuUsage();
      await window.compact({
        model,
        sentAlong,
        write: async (_, { prompt }) => talk.summaryOf(prompt),
        readSkill: async () => '',
        language: 'en',
        now: turn,
        memory: newMemory('bench'),
        recall: async () => [],
        tabs: async () => [],
        todos: [],
      });
      const { user, system } = process.cpuUsage(before);
      cpuMicros += user + system;
      calls++;
      const [answer, ...results] = round as [ModelMessage, ...ModelMessage[]];
      window.add(answer);
      window.setTokens(model, Math.ceil(JSON.stringify(window.messages).length / CHARS_PER_TOKEN));
      window.add(...results);
    }
  }
  return { msPerCall: cpuMicros / 1000 / calls, calls };
}

const measuredModel: Partial<ModelHandle> = {
  maxContext: MAX_CONTEXT,
  maxOutputTokens: 4096,
  historyCompactionRatio: 0.8,
  historyCompactionReset: 'zero',
};

function round(value: number): number {
  return Number(value.toFixed(3));
}
