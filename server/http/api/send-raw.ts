import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type { Logger } from '#lib/ports/logger.ts';
import type { ApiEnv } from '../handler-kit/api-env.ts';
import type { RawAnswer } from '../handler-kit/define-handler.ts';
import { securityHeaders } from '../protocol/security-headers.ts';
import { sendContent } from './send-file.ts';

/**
 * A page of a workflow has an origin of its own: its scripts reach neither cookies nor the API of
 * this server.
 * @see https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Content-Security-Policy/sandbox
 */
const POLICY = "sandbox allow-downloads allow-forms allow-modals allow-popups allow-scripts; frame-ancestors 'none'";

/** Sends what a workflow answers, as it says. */
export async function sendRaw(
  c: Context<ApiEnv>,
  { raw: { status, headers: given, bytes, file } }: RawAnswer,
  { log }: { log: Pick<Logger, 'error'> },
): Promise<Response> {
  const { outgoing } = c.env;
  const headers = { ...securityHeaders, ...given, 'content-security-policy': POLICY, 'x-request-id': c.get('requestId') };
  const runId = given['x-run-id'];
  if (runId !== undefined) c.set('runId', runId);
  const { method } = c.env.incoming;
  if (!file && !bytes) return c.body(null, status as 204, headers);
  const sized = { ...headers, 'content-length': String(file ? file.sizeBytes : (bytes?.byteLength ?? 0)) };
  if (method === 'HEAD') return c.body(null, status as 200, sized);
  outgoing.writeHead(status, sized);
  if (!file) outgoing.end(bytes);
  else
    await sendContent(file.read(), outgoing, (error) =>
      log.error('the response of a run could not be sent', { requestId: c.get('requestId'), runId, error }),
    );
  return RESPONSE_ALREADY_SENT;
}
