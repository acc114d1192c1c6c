import type { AgentAnswer } from '#lib/a2a/agent-answer.ts';
import { type AgentInterface, cardAddressOf, readInterface } from '#lib/a2a/agent-card.ts';
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
import type { CredentialUse, GuardedFetch } from '#lib/ports/runtime.ts';
import { readJson, statusFailure } from '../http/read-response.ts';
import { addressOf, nameOf, sendRequest } from '../http/send-request.ts';

type Connection = { readonly fetch: GuardedFetch; readonly credential: CredentialUse | undefined };

/** Field of the node that names the agent. */
const PATH = 'config.url';

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
    if (response.status >= 400) throw await statusFailure(response, { method: 'GET', url: new URL(cardUrl), path: PATH });
    return new AgentClient(readInterface((await readJson(response)).body, cardUrl, PATH), connection);
  }

  get name(): string {
    return nameOf(new URL(this.#agent.url));
  }

  send(message: AgentMessage, signal: AbortSignal): Promise<AgentAnswer> {
    return this.#call(sendMessageCall(this.#agent.version, message), signal);
  }

  getTask(id: string, signal: AbortSignal): Promise<AgentAnswer> {
    return this.#call(getTaskCall(this.#agent.version, id), signal);
  }

  async cancelTask(id: string, signal: AbortSignal): Promise<void> {
    await this.#call(cancelTaskCall(this.#agent.version, id), signal);
  }

  async #call(call: AgentCall, signal: AbortSignal): Promise<AgentAnswer> {
    const { url, version } = this.#agent;
    const body = { body: rpcBody(call), contentType: 'application/json' };
    const request = { method: 'POST', url, headers: rpcHeaders(version), body };
    const response = await sendRequest(request, { ...this.#connection, signal, fieldPrefix: 'config.' });
    if (response.status >= 400) throw await statusFailure(response, { method: 'POST', url: new URL(url), path: PATH });
    return readRpcAnswer((await readJson(response)).body, { agent: this.name, method: call.method, path: PATH });
  }
}
