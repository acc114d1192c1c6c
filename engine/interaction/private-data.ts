import type { ModelMessage } from 'ai';
import type { AnyToolDefinition, ToolGroup } from '#lib/tools/define-tool.ts';
import { findTool, type ToolCatalogue, unboundTool } from '#lib/tools/tool-catalogue.ts';
import { forInput } from '#lib/tools/tool-policy.ts';
import type { ToolResult } from '#lib/tools/tool-result.ts';
import type { WantedToolCall } from '../contract/wanted-tool-call.ts';
import { textOf } from './message-text.ts';

/** Tools that read what belongs to the workspace or its users. */
const PRIVATE_GROUPS: ReadonlySet<ToolGroup> = new Set(['files', 'knowledge', 'memory', 'workflows']);

type Options = {
  readonly messages: readonly ModelMessage[];
  /** What the author and the user wrote for this conversation. */
  readonly texts: readonly string[];
  readonly tools: ToolCatalogue;
  /** The caller of this agent has read private data; its task is the text of a model. */
  readonly isPrivate: boolean;
};

/**
 * Whether a conversation has read private data, which a page that it read may order to be sent away. From then on its
 * models choose no address by themselves: each must be named by a person, or be the result of a search.
 */
export class PrivateData {
  readonly #tools: ToolCatalogue;
  readonly #texts: readonly string[];
  readonly #found = new Set<string>();
  #isRead: boolean;

  constructor({ messages, texts, tools, isPrivate }: Options) {
    this.#tools = tools;
    this.#isRead = isPrivate || messages.some((message) => this.#hasPrivateResult(message));
    const said = messages.filter(({ role }) => role === 'user').map(textOf);
    this.#texts = (isPrivate ? texts : [...said, ...texts]).map((text) => text.toLowerCase());
  }

  get isRead(): boolean {
    return this.#isRead;
  }

  /** Takes in what calls have read. */
  note(calls: readonly WantedToolCall[], results: readonly ToolResult[]): void {
    for (const [at, { name, input }] of calls.entries()) {
      const definition = findTool(this.#tools.definitions, name);
      const result = results[at];
      if (!definition || result?.status !== 'success') continue;
      if (isPrivateTool(definition) && forInput(definition.effects, input) !== 'write') this.#isRead = true;
      if (unboundTool(definition).reaches?.includes('search')) for (const { url } of result.sources ?? []) this.#found.add(url);
    }
  }

  /** True for a request to an address that a model chose. Published runs have a list of hosts instead. */
  asksFirst = (definition: AnyToolDefinition, input: unknown): boolean => {
    if (!this.#isRead || this.#tools.reachable !== undefined) return false;
    if (!unboundTool(definition).reaches?.includes('url')) return false;
    // The author may have fixed it.
    const { url } = input as { url?: unknown };
    if (typeof url !== 'string' || !URL.canParse(url)) return false;
    return !this.#found.has(url) && !this.#isNamed(new URL(url).hostname);
  };

  #isNamed(host: string): boolean {
    return this.#texts.some((text) => namesHost(text, host));
  }

  #hasPrivateResult({ role, content }: ModelMessage): boolean {
    if (role !== 'tool') return false;
    return content.some((part) => {
      const definition = part.type === 'tool-result' ? findTool(this.#tools.definitions, part.toolName) : undefined;
      return definition !== undefined && isPrivateTool(definition) && definition.effects !== 'write';
    });
  }
}

function isPrivateTool(definition: AnyToolDefinition): boolean {
  return PRIVATE_GROUPS.has(unboundTool(definition).group);
}

/** Not as a part of a longer host: `example.com` is not named by `example.com.evil.net`. */
function namesHost(text: string, host: string): boolean {
  for (let at = text.indexOf(host); at >= 0; at = text.indexOf(host, at + host.length)) {
    const [before = '', after = ''] = [text[at - 1], text.slice(at + host.length, at + host.length + 2)];
    if (!/[a-z0-9.-]/.test(before) && !/^(?:[a-z0-9-]|\.[a-z0-9])/.test(after)) return true;
  }
  return false;
}
