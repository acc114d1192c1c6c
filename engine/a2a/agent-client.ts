import { z } from 'zod';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { CredentialUse, GuardedFetch } from '#lib/ports/runtime.ts';
import { readJson, statusFailure } from '../http/read-response.ts';
import { addressOf, nameOf, sendRequest } from '../http/send-request.ts';
import { type AgentAnswer, readAnswer } from './agent-answer.ts';
import { type AgentInterface, cardAddressOf, readInterface } from './agent-card.ts';

export type AgentMessage = {
  readonly messageId: string;
  readonly text: string;
  readonly data: unknown;
  readonly contextId: string | undefined;
  readonly taskId: string | undefined;
};
type Connection = { readonly fetch: GuardedFetch; readonly credential: CredentialUse | undefined };

const rpcSchema = z.looseObject({
  result: z.unknown().optional(),
  error: z.looseObject({ code: z.int(), message: z.string() }).nullish(),
});

/** An agent of another server, called over JSON-RPC in the version of its card. */
export class AgentClient {
  readonly #connection: Connection;
  readonly #agent: AgentInterface;

  private constructor(agent: AgentInterface, connection: Connection) {
    this.#agent = agent;
    this.#connection = connection;
  }

  /** Reads the card. @throws {NodeFailure} */
  static async open(url: string, connection: Connection, signal: AbortSignal): Promise<AgentClient> {
    const cardUrl = cardAddressOf(addressOf({ url }, 'config.'));
    const request = { method: 'GET', url: cardUrl, headers: { accept: 'application/json' } };
    const response = await sendRequest(request, { ...connection, signal, fieldPrefix: 'config.' });
    if (response.status >= 400) throw statusFailure(response, { method: 'GET', url: new URL(cardUrl), path: 'config.url' });
    return new AgentClient(readInterface(readJson(response), cardUrl), connection);
  }

  get name(): string {
    return nameOf(new URL(this.#agent.url));
  }

  /** The agent answers when it has taken the message, and not when the task has ended. */
  send({ messageId, text, data, contextId, taskId }: AgentMessage, signal: AbortSignal): Promise<AgentAnswer> {
    const names = { messageId, ...(contextId && { contextId }), ...(taskId && { taskId }) };
    if (this.#agent.version === '1.0') {
      const parts = [...(text === '' ? [] : [{ text }]), ...(data === undefined ? [] : [{ data }])];
      const message = { ...names, role: 'ROLE_USER', parts };
      return this.#call('SendMessage', { message, configuration: { returnImmediately: true } }, signal);
    }
    const parts = [...(text === '' ? [] : [{ kind: 'text', text }]), ...(data === undefined ? [] : [{ kind: 'data', data }])];
    const message = { kind: 'message', ...names, role: 'user', parts };
    return this.#call('message/send', { message, configuration: { blocking: false } }, signal);
  }

  getTask(id: string, signal: AbortSignal): Promise<AgentAnswer> {
    return this.#call(this.#agent.version === '1.0' ? 'GetTask' : 'tasks/get', { id }, signal);
  }

  async cancelTask(id: string, signal: AbortSignal): Promise<void> {
    await this.#call(this.#agent.version === '1.0' ? 'CancelTask' : 'tasks/cancel', { id }, signal);
  }

  async #call(method: string, params: object, signal: AbortSignal): Promise<AgentAnswer> {
    const { url, version } = this.#agent;
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { accept: 'application/json', 'a2a-version': version };
    const request = { method: 'POST', url, headers, body: { body, contentType: 'application/json' } };
    const response = await sendRequest(request, { ...this.#connection, signal, fieldPrefix: 'config.' });
    if (response.status >= 400) throw statusFailure(response, { method: 'POST', url: new URL(url), path: 'config.url' });
    const read = rpcSchema.safeParse(readJson(response));
    if (read.data?.error)
      throw new NodeFailure(
        'a2a-refused',
        `${this.name} answered ${method}: ${read.data.error.message} (${read.data.error.code})`,
        {
          path: 'config.url',
        },
      );
    const answer = readAnswer(read.data?.result);
    if (answer) return answer;
    throw new NodeFailure('a2a-answer-invalid', `${this.name} answered ${method} with no task and no message`, {
      path: 'config.url',
    });
  }
}
