import type { Language } from '../i18n/language.ts';
import { wordError } from '../i18n/word-error.ts';
import { withoutIterations } from './node-path.ts';
import { type OpenedTab, openedTab } from './opened-tab.ts';
import type { PublicEvent } from './public-event.ts';
import { readableAnswer } from './readable-answer.ts';
import { waitsUntil } from './short-wait.ts';
import { isAnswered, WrittenText } from './written-text.ts';

/** Headers of a UI message stream. @see https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol */
export const UI_MESSAGE_STREAM_HEADERS = { 'x-vercel-ai-ui-message-stream': 'v1', 'cache-control': 'no-cache' } as const;

type Chunk = Readonly<Record<string, unknown>> & { readonly type: string };
type EventOf<T extends PublicEvent['type']> = Extract<PublicEvent, { type: T }>;
type Part = { readonly id: string; readonly kind: 'text' | 'reasoning' };
/** Paths without iterations, as `liveReplies` finds them; those of a visitor are hidden. */
type SaidByReplies = {
  /** Nodes whose text a caller reads while it is written, with what comes before it. */
  readonly live: ReadonlyMap<string, string>;
  /** Nodes whose text comes with a reply. */
  readonly quoted: ReadonlySet<string>;
};
type Shown = { readonly said?: SaidByReplies; readonly language?: Language | undefined };

/**
 * A run as one assistant message of the AI SDK's UI message stream, whose id is that of the run. Give it every event
 * once, in order, and end it once. Agents are the tool calls that they are; what they do inside is not shown.
 */
export class UiMessageStream {
  readonly #runId: string;
  readonly #said: SaidByReplies;
  readonly #language: Language;
  /** The open part of each node. */
  readonly #open = new Map<string, Part>();
  readonly #replies: string[] = [];
  readonly #written = new Map<string, WrittenText>();
  /** Nodes whose last model call has no answer that counts. */
  readonly #unanswered = new Set<string>();
  readonly #tools = new Set<string>();
  /** Pages that calls show when they succeed. */
  readonly #tabs = new Map<string, OpenedTab>();
  /** Interfaces that calls answer with when they succeed. */
  readonly #surfaces = new Map<string, object>();
  #hasText = false;
  /** Nodes that wrote into the current step. */
  readonly #stepNodes = new Set<string>();
  #parts = 0;
  #done: EventOf<'done'> | undefined;

  constructor(runId: string, { said = { live: new Map(), quoted: new Set() }, language = 'en' }: Shown = {}) {
    this.#runId = runId;
    this.#said = said;
    this.#language = language;
  }

  /** What begins the message, whatever the first event is. */
  begin(): Chunk[] {
    return [{ type: 'start', messageId: this.#runId, messageMetadata: { runId: this.#runId } }, { type: 'start-step' }];
  }

  take(event: PublicEvent): Chunk[] {
    switch (event.type) {
      case 'content':
        return this.#takeContent(event);
      case 'thinking':
        return event.parent ? [] : this.#write(event.nodeId, 'reasoning', event.content);
      case 'tool_call':
        return event.parent ? [] : [...this.#close(event.nodeId), ...this.#callTool(event)];
      case 'llm_call':
        if (event.parent || event.operation) return [];
        if (event.status !== 'finished') {
          this.#unanswered.add(event.nodeId);
          return this.#beginStep();
        }
        if (isAnswered(event)) this.#unanswered.delete(event.nodeId);
        this.#written.get(event.nodeId)?.endCall({ callId: event.callId, isAnswered: isAnswered(event) });
        return [];
      case 'llm_stream_retry':
        return event.parent ? [] : this.#takeBack(event.nodeId, event.callId);
      case 'node_started':
      case 'node_resumed':
      case 'node_retried':
        return this.#unanswered.has(event.nodeId) ? this.#takeBack(event.nodeId) : [];
      case 'tool_progress':
        if (event.parent) return [];
        return [
          { type: 'data-progress', transient: true, data: { toolCallId: event.id, message: event.message, share: event.share } },
        ];
      case 'tool_result':
        return event.parent ? [] : this.#endTool(event);
      case 'plan_updated':
        return [{ type: 'data-plan', id: event.nodeId, data: { nodeId: event.nodeId, todos: event.todos } }];
      case 'artifact_created': {
        const { artifactId, name, mediaType, sizeBytes, revision } = event;
        return artifactId === undefined ? [] : [artifactPart({ artifactId, name, mediaType, sizeBytes, revision })];
      }
      case 'open_url': {
        const { toolCallId, runId: _runId, seq: _seq, at: _at, type: _type, nodeId: _nodeId, parent, ...tab } = event;
        if (!parent) this.#tabs.set(toolCallId, tab);
        return [];
      }
      case 'a2ui':
        if (!event.parent) this.#surfaces.set(event.toolCallId, event.surface);
        return [];
      case 'token_usage':
        return [{ type: 'message-metadata', messageMetadata: { tokensUsed: event.usage.totalTokens } }];
      case 'confirm_required': {
        const { actionId, tool, description, args, fixed, schema, expiresAt, kind } = event;
        // The chat does not decide these.
        if (kind === 'wait' || kind === 'caller') return [];
        return [approval(actionId, { status: 'pending', kind, tool, description, args, fixed, schema, expiresAt })];
      }
      case 'approval_decided':
        return [approval(event.actionId, { status: event.status })];
      case 'reply':
        return this.#reply(event);
      case 'node_finished':
        // The reply may have more of it.
        return this.#said.live.has(withoutIterations(event.nodeId)) ? [] : this.#close(event.nodeId);
      case 'done':
        this.#done = event;
        return [];
      default:
        return [];
    }
  }

  /** Ends the message as the run ended, or waits. */
  end(): Chunk[] {
    const done = this.#done;
    const closed = [...this.#open.keys()].flatMap((nodeId) => this.#close(nodeId));
    const answer = done?.status === 'succeeded' && !this.#hasText ? readableAnswer(this.#replies, done.outputs ?? {}) : '';
    const until = done && waitsUntil(done);
    const said =
      until !== undefined ? this.#sayWait(until) : answer === '' ? [] : [...this.#write('', 'text', answer), ...this.#close('')];
    const failed = done?.status === 'failed' ? [{ type: 'error', errorText: done.error?.message ?? 'The run failed' }] : [];
    if (done?.status === 'cancelled') return [...closed, { type: 'abort', reason: done.reason ?? 'stopped' }];
    const status = done?.status ?? 'running';
    const messageMetadata = { runId: this.#runId, status, tokensUsed: done?.tokensUsed ?? 0, ...(until && { resumesAt: until }) };
    // One that all versions of the AI SDK know.
    const finishReason = done?.status === 'waiting' ? 'other' : done?.status === 'failed' ? 'error' : 'stop';
    return [...closed, ...said, ...failed, { type: 'finish-step' }, { type: 'finish', finishReason, messageMetadata }];
  }

  /** The answer is not there yet. */
  #sayWait(until: string): Chunk[] {
    const text = wordError(`This run waits until ${until}`, this.#language);
    return [...this.#write('', 'text', text), ...this.#close('')];
  }

  /** Each model call is a step, so that what it wrote can be taken back. */
  #beginStep(): Chunk[] {
    if (this.#open.size > 0 || this.#stepNodes.size === 0) return [];
    this.#stepNodes.clear();
    return [{ type: 'finish-step' }, { type: 'start-step' }];
  }

  /** The stream of the model broke, or its process was lost: it writes anew. */
  #takeBack(nodeId: string, callId?: string): Chunk[] {
    this.#written.get(nodeId)?.forget(callId);
    const isAlone = this.#stepNodes.size === 1 && this.#stepNodes.has(nodeId);
    if (!this.#open.has(nodeId) || !isAlone) return this.#close(nodeId);
    this.#open.delete(nodeId);
    this.#stepNodes.clear();
    this.#hasText = false;
    return [{ type: 'reset-step' }];
  }

  #takeContent({ nodeId, parent, content, citations = [] }: EventOf<'content'>): Chunk[] {
    if (parent) return [];
    const text = this.#writeContent(nodeId, content);
    if (citations.length === 0) return text;
    const sources = citations.map(({ index, url, title }) => ({
      type: 'source-url',
      sourceId: `${nodeId}-${index}`,
      url,
      ...(title && { title }),
    }));
    return [...text, ...this.#close(nodeId), ...sources];
  }

  #writeContent(nodeId: string, content: string): Chunk[] {
    const path = withoutIterations(nodeId);
    if (this.#said.quoted.has(path)) return [];
    const written = this.#written.get(nodeId) ?? new WrittenText(this.#said.live.get(path));
    this.#written.set(nodeId, written);
    const added = written.add(content);
    return added === '' ? [] : this.#write(nodeId, 'text', added);
  }

  #write(nodeId: string, kind: Part['kind'], delta: string): Chunk[] {
    const open = this.#open.get(nodeId);
    const chunks: Chunk[] = open && open.kind !== kind ? this.#close(nodeId) : [];
    let part = this.#open.get(nodeId);
    if (!part) {
      part = { id: `${kind}-${++this.#parts}`, kind };
      this.#open.set(nodeId, part);
      chunks.push({ type: `${kind}-start`, id: part.id });
    }
    this.#stepNodes.add(nodeId);
    if (kind === 'text') this.#hasText = true;
    chunks.push({ type: `${kind}-delta`, id: part.id, delta });
    return chunks;
  }

  #close(nodeId: string): Chunk[] {
    const part = this.#open.get(nodeId);
    if (!part) return [];
    this.#open.delete(nodeId);
    return [{ type: `${part.kind}-end`, id: part.id }];
  }

  #callTool({ nodeId, id, name, args }: Pick<EventOf<'tool_call'>, 'nodeId' | 'id' | 'name' | 'args'>): Chunk[] {
    if (this.#tools.has(id)) return [];
    this.#tools.add(id);
    const tab = name === 'open_url' ? openedTab(id, args) : undefined;
    // A run of an earlier build has no event for it.
    if (tab && !this.#tabs.has(id)) this.#tabs.set(id, tab);
    this.#stepNodes.add(nodeId);
    const call = { toolCallId: id, toolName: name, dynamic: true, providerExecuted: true };
    return [{ type: 'tool-input-available', ...call, input: args ?? {} }];
  }

  #endTool({ nodeId, id, name, status, result, error }: EventOf<'tool_result'>): Chunk[] {
    const known = this.#tools.has(id) ? [] : this.#callTool({ nodeId, id, name });
    const call = { toolCallId: id, dynamic: true, providerExecuted: true };
    const tab = this.#tabs.get(id);
    const surface = this.#surfaces.get(id);
    const opened = [
      ...(tab ? [{ type: 'data-open-browser', id: tab.tabId, data: tab }] : []),
      ...(surface ? [{ type: 'data-a2ui', id, data: surface }] : []),
    ];
    if (status === 'success') return [...known, { type: 'tool-output-available', ...call, output: result ?? null }, ...opened];
    return [...known, { type: 'tool-output-error', ...call, errorText: error ?? status }];
  }

  #reply({ nodeId, content, from }: EventOf<'reply'>): Chunk[] {
    this.#replies.push(content);
    // The source is next to the reply, in the same iteration.
    const source = `${nodeId.slice(0, nodeId.lastIndexOf('/') + 1)}${from}`;
    const written = from === undefined ? undefined : this.#written.get(source);
    const rest = written ? written.restOf(content) : content;
    const writer = written ? source : nodeId;
    return [...(rest === '' ? [] : this.#write(writer, 'text', rest)), ...this.#close(writer)];
  }
}

type MadeArtifact = {
  readonly artifactId: string;
  /** Missing at the event level `summary`, as is `sizeBytes`. */
  readonly name?: string | undefined;
  readonly mediaType: string;
  readonly sizeBytes?: number | undefined;
  readonly revision: number;
};

/** One part for each artifact: its next version replaces it. */
export function artifactPart(data: MadeArtifact): Chunk {
  return { type: 'data-artifact', id: data.artifactId, data };
}

/** One part for each approval: its decision replaces it. */
function approval(actionId: string, data: Readonly<Record<string, unknown>>): Chunk {
  return { type: 'data-approval', id: actionId, data: { actionId, ...data } };
}
