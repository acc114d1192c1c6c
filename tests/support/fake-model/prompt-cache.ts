import type { RequestBody } from './answer.ts';

/** Marks that Anthropic accepts in one request. */
const MAX_MARKS = 4;

type Block = { readonly text: string; readonly isMarked: boolean };

/**
 * Anthropic's prompt cache, with characters for tokens: everything up to a mark is kept, and the
 * longest kept beginning of a request is read. Tools come first, then the system prompt.
 */
export class PromptCache {
  readonly #kept = new Set<string>();

  /** @returns undefined for a request with more marks than are allowed */
  use({ tools = [], system = [], messages = [] }: RequestBody) {
    const contents = (messages as { content: string | object[] }[]).map(({ content }) => content);
    const blocks = [tools, system, ...contents].flat().map(toBlock);
    const prefixes = blocks.map((_, index) =>
      blocks
        .slice(0, index + 1)
        .map(({ text }) => text)
        .join('\n'),
    );
    const total = prefixes.at(-1)?.length ?? 0;
    const read = prefixes.findLast((prefix) => this.#kept.has(prefix))?.length ?? 0;
    const marked = prefixes.filter((_, index) => blocks[index]?.isMarked);
    if (marked.length > MAX_MARKS) return undefined;
    for (const prefix of marked) this.#kept.add(prefix);
    const written = Math.max(0, (marked.at(-1)?.length ?? 0) - read);
    return {
      input_tokens: total - read - written,
      cache_read_input_tokens: read,
      cache_creation_input_tokens: written,
    };
  }
}

function toBlock(block: unknown): Block {
  if (typeof block !== 'object' || block === null) return { text: JSON.stringify(block), isMarked: false };
  const { cache_control, ...rest } = block as Record<string, unknown>;
  return { text: JSON.stringify(rest), isMarked: cache_control !== undefined };
}
