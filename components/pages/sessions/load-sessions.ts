import type { ChatTarget } from '#components/chat/chat-target.ts';
import { agentChat } from '#components/pages/sessions/agent-chat.ts';
import { ApiError } from '#lib/api/api-error.ts';
import type { Client } from '#lib/api/client.ts';
import type { ListedSessionResource, SessionWithTurns } from '#lib/api/sessions.contract.ts';
import { chatFieldsOf } from '#lib/workflow/chat-texts.ts';

const AGENT_SESSION = /^agent:([\w@-]+):/;
const PAGE = 50;

/** What the URL of the page says. */
export type SessionsAddress = {
  readonly session?: string | undefined;
  readonly workflow?: string | undefined;
  readonly agent?: string | undefined;
  readonly search?: string | undefined;
};

export type SessionsData = {
  readonly items: readonly ListedSessionResource[];
  readonly nextCursor: string | null;
  readonly session: SessionWithTurns | undefined;
  /** Undefined for sessions of a published workflow, which its callers continue, and where the workflow is gone. */
  readonly target: ChatTarget | undefined;
  /** Name of what the conversation is with. */
  readonly partner: string | undefined;
};

type Reader = Pick<Client, 'listSessions' | 'getSession' | 'getWorkflow'>;

/** The sessions, the selected one, and what it talks to. */
export async function loadSessions(
  client: Reader,
  address: SessionsAddress,
  options: { readonly signal?: AbortSignal } = {},
): Promise<SessionsData> {
  const { session: id, workflow, agent, search } = address;
  const query = { limit: PAGE, ...(search && { search }), ...(workflow !== undefined && { workflowId: workflow }) };
  const [{ items, nextCursor }, session] = await Promise.all([
    client.listSessions({ query }, options),
    id === undefined ? undefined : unlessMissing(client.getSession({ params: { id } }, options)),
  ]);
  const agentName = session ? AGENT_SESSION.exec(session.sessionId)?.[1] : agent;
  if (agentName !== undefined && (session?.slug ?? null) === null) {
    const document = agentChat(agentName);
    return { items, nextCursor, session, target: { document, fields: chatFieldsOf(document) }, partner: agentName };
  }
  const workflowId = session ? session.workflowId : workflow;
  const found = workflowId == null ? undefined : await unlessMissing(client.getWorkflow({ params: { id: workflowId } }, options));
  const target = found && workflowId ? { workflowId, document: found.document, fields: chatFieldsOf(found.document) } : undefined;
  return { items, nextCursor, session, target, partner: session?.slug ?? found?.document.name };
}

async function unlessMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}
