import { BaseCallbackHandler } from '@langchain/core/callbacks/base';
import type { BaseMessage } from '@langchain/core/messages';
import type { LLMResult } from '@langchain/core/outputs';
import type { GraphListener, GraphStep } from '#lib/ports/graph-registry.ts';
import { plainJson } from './plain-json.ts';
import { innermostStep } from './step-namespace.ts';

type Call = { readonly within: GraphStep | undefined };
type Metadata = Readonly<Record<string, unknown>> | undefined;

/** Reports the calls of LangChain chat models inside a graph. What the listener throws fails the call. */
export class ModelCalls extends BaseCallbackHandler {
  readonly name = 'threadloom-model-calls';
  override awaitHandlers = true;
  override raiseError = true;
  /** Models then stream, as they do for LangGraph's own `messages` stream. */
  readonly lc_prefer_streaming = true;
  readonly #listener: GraphListener;
  readonly #calls = new Map<string, Call>();

  constructor(listener: GraphListener) {
    super();
    this.#listener = listener;
  }

  override async handleChatModelStart(
    model: { readonly id: readonly string[] },
    messages: BaseMessage[][],
    callId: string,
    _parentRunId?: string,
    _extraParams?: Record<string, unknown>,
    _tags?: string[],
    metadata?: Record<string, unknown>,
  ): Promise<void> {
    await this.#listener.beforeModelCall();
    const call: Call = {
      within: innermostStep(textOf(metadata, 'langgraph_checkpoint_ns') ?? textOf(metadata, 'checkpoint_ns')),
    };
    this.#calls.set(callId, call);
    this.#listener.on({
      kind: 'model-started',
      callId,
      within: call.within,
      provider: textOf(metadata, 'ls_provider') ?? 'langchain',
      modelId: textOf(metadata, 'ls_model_name') ?? model.id.at(-1) ?? 'unknown',
      messages: (messages[0] ?? []).map(toRequestMessage),
    });
  }

  override handleLLMNewToken(token: string, _index: unknown, callId: string): void {
    const call = this.#calls.get(callId);
    if (call && token !== '') this.#listener.on({ kind: 'model-text', within: call.within, text: token });
  }

  override handleLLMEnd(output: LLMResult, callId: string): void {
    const call = this.#calls.get(callId);
    if (!call) return;
    this.#calls.delete(callId);
    const generation = output.generations[0]?.[0];
    const message = generation && 'message' in generation ? (generation.message as Answer) : undefined;
    const usage = message?.usage_metadata;
    this.#listener.on({
      kind: 'model-ended',
      callId,
      within: call.within,
      text: generation?.text ?? '',
      finishReason: textOf(message?.response_metadata, 'finish_reason') ?? 'stop',
      promptTokens: usage?.input_tokens ?? 0,
      completionTokens: usage?.output_tokens ?? 0,
      isUsageUnknown: usage === undefined,
      error: undefined,
    });
  }

  override handleLLMError(error: unknown, callId: string): void {
    const call = this.#calls.get(callId);
    if (!call) return;
    this.#calls.delete(callId);
    this.#listener.on({
      kind: 'model-ended',
      callId,
      within: call.within,
      text: '',
      finishReason: 'error',
      promptTokens: 0,
      completionTokens: 0,
      isUsageUnknown: true,
      error: error instanceof Error ? error.message : String(error),
    });
  }
}

type Answer = {
  readonly usage_metadata?: { readonly input_tokens: number; readonly output_tokens: number };
  readonly response_metadata?: Record<string, unknown>;
};

const roles: Readonly<Record<string, string>> = { human: 'user', ai: 'assistant', system: 'system', tool: 'tool' };

/** As requests of our own models show them. */
function toRequestMessage(message: BaseMessage): unknown {
  return { role: roles[message.getType()] ?? message.getType(), content: plainJson(message.content) };
}

function textOf(metadata: Metadata, key: string): string | undefined {
  const value = metadata?.[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
