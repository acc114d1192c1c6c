import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import { AppError } from '#lib/errors/app-error.ts';
import type { ApiDependencies } from '../handler-kit/api-dependencies.ts';
import { discardRest } from '../protocol/discard-rest.ts';
import { toErrorAnswer } from '../protocol/error-answer.ts';
import { securityHeaders } from '../protocol/security-headers.ts';
import { makeApi } from './make-api.ts';

/**
 * The API as `node:http` calls it. What the adapter refuses before the API sees it has the API's
 * one error shape too.
 */
export function makeApiListener(deps: ApiDependencies): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const listener = getRequestListener(makeApi(deps).fetch, {
    errorHandler: (error) => refuse(error, deps),
    // It closes the connection half a second after the answer, which many clients take for a failure to send.
    autoCleanupIncoming: false,
    // Its `Response` lacks methods, such as `bytes`, and would be that of the engine and of every package.
    overrideGlobalObjects: false,
  });
  return (incoming, outgoing) => {
    outgoing.once('finish', () => discardRest(incoming));
    void listener(incoming, outgoing);
  };
}

function refuse(error: unknown, { log }: ApiDependencies): Response {
  const requestId = crypto.randomUUID();
  const { status, body } = toErrorAnswer(error instanceof RequestError ? unreadable(error) : error, requestId);
  if (status >= 500) log.error('a request failed', { requestId, error });
  return Response.json(body, { status, headers: { ...securityHeaders, 'x-request-id': requestId } });
}

function unreadable(cause: RequestError): AppError {
  const isHost = cause.message.toLowerCase().includes('host');
  return new AppError(isHost ? 'host-refused' : 'body-invalid', `The request cannot be read: ${cause.message}.`, { cause });
}
