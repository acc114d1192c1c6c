import { chat } from '#lib/api/chat.contract.ts';
import { buildUrl, send, toApiError } from '#lib/api/send-request.ts';
import type { InputValues } from '../run/read-inputs.ts';
import { CLI_HEADERS, explainSilence } from '../run/server-client.ts';

type Message = { readonly slug: string; readonly sessionId: string; readonly content: string; readonly inputs: InputValues };

/**
 * Starts a turn of a session. Its events are read by the id, since a broken connection continues there.
 * @returns the id of the run
 * @throws {ApiError} as the server answers; `connection-failed` when it does not
 */
export async function sendMessage({ slug, ...body }: Message, { server, key }: { server: string; key: string }): Promise<string> {
  const headers = { ...CLI_HEADERS, authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const url = buildUrl(server, chat.path, { params: { slug } });
  const response = await send({ baseUrl: server }, url, { method: 'POST', headers, body: JSON.stringify(body) }).catch(
    (error: unknown) => {
      throw explainSilence(error, { server });
    },
  );
  const runId = response.headers.get('x-run-id');
  if (!response.ok || runId === null) throw await toApiError(response);
  await response.body?.cancel();
  return runId;
}
