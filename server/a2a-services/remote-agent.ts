import type { AgentAnswer } from '#lib/a2a/agent-answer.ts';
import { cardAddressOf } from '#lib/a2a/agent-card.ts';
import {
  type AgentCall,
  type AgentMessage,
  cancelTaskCall,
  getTaskCall,
  readRpcAnswer,
  rpcBody,
  rpcHeaders,
  sendMessageCall,
} from '#lib/a2a/agent-rpc.ts';
import { type PinnedCard, pinCard } from '#lib/a2a/pinned-card.ts';
import { GuardedFetchError } from '#lib/errors/guarded-fetch-error.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { type JsonReading, readJsonText } from '#lib/json/json-limits.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { GuardedFetch, GuardedFetchInit, GuardedResponse } from '#lib/ports/runtime.ts';
import type { A2aServiceRecord } from '../db/repositories/a2a-service-repository.ts';

const MAX_CARD_BYTES = 1_000_000;
const MAX_ANSWER_BYTES = 4_000_000;
const decoder = new TextDecoder();

export type RemoteAgentOptions = {
  /** Guarded, and adds credentials where requests leave. */
  readonly fetch: GuardedFetch;
  readonly workspaceId: WorkspaceId;
  readonly service: A2aServiceRecord;
};

/** An agent on another server. It is called at the address of the accepted card, whatever its card says now. */
export class RemoteAgent {
  readonly #options: RemoteAgentOptions;

  constructor(options: RemoteAgentOptions) {
    this.#options = options;
  }

  /** As it is now. @throws {NodeFailure} */
  async readCard(signal: AbortSignal): Promise<PinnedCard> {
    const cardUrl = cardAddressOf(new URL(this.#options.service.url ?? ''));
    const headers = { accept: 'application/json' };
    const card = await this.#request(cardUrl, { method: 'GET', headers, signal, maxBytes: MAX_CARD_BYTES });
    return pinCard(card, cardUrl);
  }

  /** The agent answers when it has taken the message, and not when the task has ended. @throws {NodeFailure} */
  send(card: PinnedCard, message: AgentMessage, signal: AbortSignal): Promise<AgentAnswer> {
    return this.#call(card, sendMessageCall(card.protocol, message), signal);
  }

  /** @throws {NodeFailure} */
  getTask(card: PinnedCard, taskId: string, signal: AbortSignal): Promise<AgentAnswer> {
    return this.#call(card, getTaskCall(card.protocol, taskId), signal);
  }

  /** @throws {NodeFailure} */
  async cancelTask(card: PinnedCard, taskId: string, signal: AbortSignal): Promise<void> {
    await this.#call(card, cancelTaskCall(card.protocol, taskId), signal);
  }

  async #call({ url, protocol }: PinnedCard, call: AgentCall, signal: AbortSignal): Promise<AgentAnswer> {
    const headers = { ...rpcHeaders(protocol), 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: rpcBody(call), signal, maxBytes: MAX_ANSWER_BYTES };
    return readRpcAnswer(await this.#request(url, init), { agent: this.#name, method: call.method });
  }

  get #name(): string {
    return this.#options.service.displayName;
  }

  /** The answer as JSON. Redirects stay on the host of the agent. */
  async #request(url: string, init: GuardedFetchInit & { readonly signal: AbortSignal }): Promise<unknown> {
    const { fetch, service, workspaceId } = this.#options;
    const { credentialId } = service;
    let response: GuardedResponse;
    try {
      response = await fetch(url, {
        ...init,
        headers: { ...service.headers, ...init.headers },
        onlyHosts: [new URL(url).host],
        ...(credentialId !== null && { credential: { workspaceId, credentialId } }),
      });
    } catch (error) {
      init.signal.throwIfAborted();
      throw toFailure(error, this.#name);
    }
    if (response.status >= 400)
      throw new NodeFailure(
        'a2a-refused',
        `${this.#name} answered ${init.method} ${new URL(url).pathname} with status ${response.status}`,
        {
          isRetryable: response.status >= 500 || response.status === 429,
        },
      );
    return readJson(response, this.#name);
  }
}

function readJson({ body }: GuardedResponse, name: string): unknown {
  let read: JsonReading;
  try {
    read = readJsonText(decoder.decode(body));
  } catch (error) {
    throw new NodeFailure('a2a-answer-invalid', `${name} did not answer in JSON`, { cause: error });
  }
  if (read.excess === undefined) return read.value;
  throw new NodeFailure('a2a-answer-invalid', `${name} answered JSON with ${read.excess}`);
}

function toFailure(error: unknown, name: string): unknown {
  if (!GuardedFetchError.is(error)) return error;
  const { message, code, hint, privateHost } = error;
  return new NodeFailure(code, `${name}: ${message}`, {
    isRetryable: code === 'connection-failed',
    cause: error,
    privateHost,
    ...(hint !== undefined && { hint }),
  });
}
