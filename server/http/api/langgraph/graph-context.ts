import { AppError } from '#lib/errors/app-error.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import type { Endpoint } from '../../../db/stores/endpoint-store.ts';
import type { HandlerContext } from '../../handler-kit/define-handler.ts';

/** One request to the LangGraph server of a published workflow. */
export type GraphCall = {
  readonly context: HandlerContext;
  readonly endpoint: Endpoint;
  readonly workflow: Workflow;
  /** From the path, by name. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly lastEventId: string | undefined;
  /** Aborts when the client has closed the connection. */
  readonly gone: AbortSignal;
};

/** @throws {AppError} `authentication-failed` */
export async function graphCallOf(request: Omit<GraphCall, 'endpoint' | 'workflow'>): Promise<GraphCall> {
  const { endpoint, deps } = request.context;
  if (!endpoint) throw new AppError('authentication-failed', 'A published workflow is run with a key.');
  return { ...request, endpoint, workflow: await deps.publishing.frozen.get(endpoint.documentHash) };
}

/** The one assistant of a server is its workflow. @throws {AppError} `not-found` */
export function assertAssistant(assistantId: string, { endpoint }: Pick<GraphCall, 'endpoint'>): void {
  if (assistantId === endpoint.slug) return;
  throw new AppError('not-found', `assistant_id: There is no assistant ${assistantId}. This key opens ${endpoint.slug}.`);
}
