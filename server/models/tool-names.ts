import { createHash } from 'node:crypto';
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { type LanguageModelMiddleware, wrapLanguageModel } from 'ai';

/** What OpenAI, Anthropic and Google all accept as the name of a function. */
const ACCEPTED = /^[a-zA-Z0-9_-]{1,64}$/;
const MAX_CHARS = 64;
const HASH_CHARS = 8;

/**
 * The model with tools under names that its provider accepts: `library@lend` is sent as
 * `library_lend`, and calls of it come back as `library@lend`.
 */
export function withAcceptedToolNames(model: LanguageModelV4): LanguageModelV4 {
  return wrapLanguageModel({ model, middleware });
}

const middleware: LanguageModelMiddleware = {
  specificationVersion: 'v4',
  async wrapGenerate({ doGenerate, params, model }) {
    const names = ToolNames.of(params);
    if (!names) return doGenerate();
    const answer = await model.doGenerate(names.request(params));
    return { ...answer, content: answer.content.map((part) => names.back(part)) };
  },
  async wrapStream({ doStream, params, model }) {
    const names = ToolNames.of(params);
    if (!names) return doStream();
    const { stream, ...answer } = await model.doStream(names.request(params));
    const restored = stream.pipeThrough(
      new TransformStream<typeof stream extends ReadableStream<infer Part> ? Part : never>({
        transform: (part, controller) => controller.enqueue(names.back(part)),
      }),
    );
    return { ...answer, stream: restored };
  },
};

/** The names of one request, in both directions. */
class ToolNames {
  readonly #accepted = new Map<string, string>();
  readonly #own = new Map<string, string>();

  /** Undefined where all names are accepted as they are. */
  static of({ tools = [], prompt }: LanguageModelV4CallOptions): ToolNames | undefined {
    const used = [...tools.map(({ name }) => name), ...namesIn(prompt)];
    return used.every((name) => ACCEPTED.test(name)) ? undefined : new ToolNames(used);
  }

  private constructor(used: readonly string[]) {
    // Names that are accepted keep themselves, whatever the others become.
    for (const name of used) if (ACCEPTED.test(name)) this.#add(name, name);
    for (const name of used) if (!this.#accepted.has(name)) this.#add(name, this.#freeName(name));
  }

  request(params: LanguageModelV4CallOptions): LanguageModelV4CallOptions {
    const { tools, toolChoice, prompt } = params;
    return {
      ...params,
      prompt: prompt.map((message) => this.#message(message)),
      ...(tools && { tools: tools.map((tool) => (tool.type === 'function' ? { ...tool, name: this.#sent(tool.name) } : tool)) }),
      ...(toolChoice?.type === 'tool' && { toolChoice: { ...toolChoice, toolName: this.#sent(toolChoice.toolName) } }),
    };
  }

  /** A part of the answer, with the own name of the tool. */
  back<Part extends object>(part: Part): Part {
    const { toolName } = part as { toolName?: unknown };
    const own = typeof toolName === 'string' ? this.#own.get(toolName) : undefined;
    return own === undefined ? part : { ...part, toolName: own };
  }

  #message(message: LanguageModelV4Prompt[number]): LanguageModelV4Prompt[number] {
    if (typeof message.content === 'string') return message;
    const content = message.content.map((part) => ('toolName' in part ? { ...part, toolName: this.#sent(part.toolName) } : part));
    return { ...message, content } as LanguageModelV4Prompt[number];
  }

  #add(own: string, accepted: string): void {
    this.#accepted.set(own, accepted);
    this.#own.set(accepted, own);
  }

  #sent(own: string): string {
    return this.#accepted.get(own) ?? own;
  }

  /** In every request the same, unless two names would become one. */
  #freeName(name: string): string {
    const plain = name.replaceAll(/[^a-zA-Z0-9_-]/g, '_');
    if (plain.length > 0 && plain.length <= MAX_CHARS && !this.#own.has(plain)) return plain;
    const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH_CHARS);
    return `${plain.slice(0, MAX_CHARS - HASH_CHARS - 1)}_${hash}`;
  }
}

function namesIn(prompt: LanguageModelV4Prompt): string[] {
  return prompt.flatMap(({ content }) =>
    typeof content === 'string' ? [] : content.flatMap((part) => ('toolName' in part ? [part.toolName] : [])),
  );
}
