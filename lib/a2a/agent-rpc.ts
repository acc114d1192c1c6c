import { z } from 'zod';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { type AgentAnswer, readAnswer } from './agent-answer.ts';
import type { AgentProtocol } from './agent-card.ts';

/** A message to an agent. */
export type AgentMessage = {
  /** The same whenever it is sent again. */
  readonly messageId: string;
  readonly text: string;
  /** Undefined for none. */
  readonly data: unknown;
  readonly contextId: string | undefined;
  readonly taskId: string | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
};
/** A call of JSON-RPC. */
export type AgentCall = { readonly method: string; readonly params: object };

const rpcSchema = z.looseObject({
  result: z.unknown().optional(),
  error: z.looseObject({ code: z.int(), message: z.string() }).nullish(),
});

/** The agent answers when it has taken the message, and not when the task has ended. */
export function sendMessageCall(version: AgentProtocol, message: AgentMessage): AgentCall {
  const { messageId, text, data, contextId, taskId, metadata } = message;
  const names = { messageId, ...(contextId && { contextId }), ...(taskId && { taskId }), ...(metadata && { metadata }) };
  if (version === '1.0') {
    const parts = [...(text === '' ? [] : [{ text }]), ...(data === undefined ? [] : [{ data }])];
    const sent = { ...names, role: 'ROLE_USER', parts };
    return { method: 'SendMessage', params: { message: sent, configuration: { returnImmediately: true } } };
  }
  const parts = [...(text === '' ? [] : [{ kind: 'text', text }]), ...(data === undefined ? [] : [{ kind: 'data', data }])];
  const sent = { kind: 'message', ...names, role: 'user', parts };
  return { method: 'message/send', params: { message: sent, configuration: { blocking: false } } };
}

export function getTaskCall(version: AgentProtocol, id: string): AgentCall {
  return { method: version === '1.0' ? 'GetTask' : 'tasks/get', params: { id } };
}

export function cancelTaskCall(version: AgentProtocol, id: string): AgentCall {
  return { method: version === '1.0' ? 'CancelTask' : 'tasks/cancel', params: { id } };
}

export function rpcBody({ method, params }: AgentCall): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
}

export function rpcHeaders(version: AgentProtocol): Readonly<Record<string, string>> {
  return { accept: 'application/json', 'a2a-version': version };
}

/**
 * The answer of an agent to a call.
 * @param agent how errors name it
 * @param path of the field that names it, for errors
 * @throws {NodeFailure} `a2a-refused`, `a2a-answer-invalid`
 */
export function readRpcAnswer(
  body: unknown,
  { agent, method, path }: { agent: string; method: string; path?: string },
): AgentAnswer {
  const at = path === undefined ? {} : { path };
  const read = rpcSchema.safeParse(body);
  const { error } = read.data ?? {};
  if (error) throw new NodeFailure('a2a-refused', `${agent} answered ${method}: ${error.message} (${error.code})`, at);
  const answer = readAnswer(read.data?.result);
  if (answer) return answer;
  throw new NodeFailure('a2a-answer-invalid', `${agent} answered ${method} with no task and no message`, at);
}
