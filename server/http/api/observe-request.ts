import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { elapsedTime } from '#lib/async/elapsed-time.ts';
import type { ApiDependencies } from '../handler-kit/api-dependencies.ts';
import type { ApiEnv } from '../handler-kit/api-env.ts';
import { securityHeaders } from '../protocol/security-headers.ts';

/** Of a path in a log line: anyone can send one of 16 KB. */
const MAX_PATH_CHARS = 500;
const SECURITY_HEADERS = Object.entries(securityHeaders);
/** Only what is safe in a log line and a header; anything else gets an id of ours. */
const REQUEST_ID = /^[\w.-]{1,100}$/;

/**
 * Gives every request an id, its answer the security headers, and the log one line once the answer
 * is out.
 */
export function observeRequest({
  log,
  clock,
  metrics,
}: Pick<ApiDependencies, 'log' | 'clock' | 'metrics'>): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const given = c.req.header('x-request-id');
    const requestId = given !== undefined && REQUEST_ID.test(given) ? given : randomUUID();
    c.set('requestId', requestId);
    const { outgoing } = c.env;
    // On Node's own response, which adds them to every answer: headers of the Fetch API cost several times as much.
    outgoing.setHeader('x-request-id', requestId);
    for (const [name, value] of SECURITY_HEADERS) outgoing.setHeader(name, value);
    const elapsed = elapsedTime(clock);
    outgoing.once('close', () => {
      const durationMs = Math.round(elapsed());
      const runId = c.get('runId');
      metrics?.countRequest({ method: c.req.method, status: String(outgoing.statusCode) });
      metrics?.takeRequest(durationMs / 1000);
      log.info('request', {
        requestId,
        ...(runId !== undefined && { runId }),
        method: c.req.method,
        path: c.req.path.slice(0, MAX_PATH_CHARS),
        status: outgoing.statusCode,
        durationMs,
        isCut: !outgoing.writableFinished,
      });
    });
    await next();
  };
}
