import { createContext, runInContext } from 'node:vm';
import type { LanguageModelV4, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { MemoryValueStore } from '#engine/memory/memory-value-store.ts';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import type { ModelHandle, ModelRegistry } from '#lib/ports/model-registry.ts';
import type { Sandbox } from '#lib/ports/sandbox.ts';
import { makeMemoryPayloads } from '../memory-payloads.ts';

/**
 * A classifying model whose answer depends only on its prompt. For some texts the first answer, for
 * others every answer names no class, so that the node retries or fails.
 */
const sortingModel: LanguageModelV4 = {
  specificationVersion: 'v4',
  provider: 'random',
  modelId: 'sorting',
  supportedUrls: {},
  async doGenerate({ prompt, responseFormat }) {
    const said = prompt.filter(({ role }) => role === 'user');
    const number = numberOf(JSON.stringify(said[0]?.content));
    const isUnfit = number % 9 === 0 || (number % 4 === 0 && said.length === 1);
    const classes = isUnfit ? ['no such class'] : classesIn(responseFormat);
    const text = JSON.stringify({ class: classes[(number >> 4) % classes.length] });
    return {
      content: [{ type: 'text', text }],
      finishReason: { unified: 'stop', raw: 'stop' },
      usage: usageOf(prompt),
      warnings: [],
    };
  },
  doStream: () => Promise.reject(new Error('This model does not stream')),
};

const handle: ModelHandle = {
  name: 'sorting',
  provider: 'random',
  modelId: 'sorting',
  model: sortingModel,
  temperature: 0,
  maxOutputTokens: 100,
  timeoutMs: 60_000,
  retries: 0,
  canStream: false,
  maxRounds: 5,
  maxContext: 100_000,
  historyCompactionRatio: 0.8,
  historyCompactionReset: 'zero',
  toolProtocol: 'native',
  takesSchemaWithTools: true,
  supportsVision: false,
  supportsReasoning: false,
  isDemo: false,
};
/** A model whose answer depends on everything that was said in its conversation. */
const talkingModel: LanguageModelV4 = {
  ...sortingModel,
  modelId: 'talking',
  async doGenerate({ prompt }) {
    return {
      content: [{ type: 'text', text: `Answer ${numberOf(JSON.stringify(prompt.map(({ role, content }) => [role, content])))}` }],
      finishReason: { unified: 'stop', raw: 'stop' },
      usage: usageOf(prompt),
      warnings: [],
    };
  },
};
const talking: ModelHandle = { ...handle, name: 'talking', modelId: 'talking', model: talkingModel };
const models: ModelRegistry = { resolve: (name) => (name === 'talking' ? talking : handle), list: () => [] };

/** Runs JavaScript like the sandbox, but without isolation: only generated code runs here. */
const sandbox: Sandbox = {
  async run({ code, inputs }) {
    const world = createContext({ given: JSON.stringify(inputs) });
    try {
      const json = await runInContext(`(async (inputs) => { ${code} })(JSON.parse(given)).then(JSON.stringify)`, world);
      return { ok: true, value: JSON.parse(json ?? 'null') };
    } catch (error) {
      return { ok: false, failure: { reason: 'threw', message: (error as Error).message, line: 1 } };
    }
  },
};

/** External systems of random workflows, the same for the engine and the reference. */
export const randomPorts = {
  models,
  tools: makeToolKit({ definitions: {}, handlers: {}, payloads: makeMemoryPayloads(), values: emptyStore(), sandbox }),
};

/** The same, with a store of its own. */
export function portsWithStore(): typeof randomPorts {
  return { ...randomPorts, tools: { ...randomPorts.tools, values: emptyStore() } };
}

function emptyStore(): MemoryValueStore {
  return new MemoryValueStore({ now: () => 0 });
}

function classesIn(format: Parameters<LanguageModelV4['doGenerate']>[0]['responseFormat']): readonly string[] {
  const schema = format?.type === 'json' ? format.schema : undefined;
  const named = schema?.properties?.class;
  return typeof named === 'object' && Array.isArray(named.enum) ? (named.enum as string[]) : [];
}

function numberOf(text: string): number {
  let number = 7;
  for (const character of text) number = (Math.imul(number, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  return number;
}

function usageOf(prompt: LanguageModelV4Prompt) {
  const total = JSON.stringify(prompt).length;
  return {
    inputTokens: { total, noCache: total, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 5, text: 5, reasoning: 0 },
  };
}
