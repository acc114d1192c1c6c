import { testCredential } from '#lib/api/credentials.contract.ts';
import { GuardedFetchError } from '#lib/errors/guarded-fetch-error.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadCredential } from '../../resources/credential-resource.ts';

const MAX_MESSAGE_CHARS = 300;
const TIME_LIMIT_MS = 15_000;

export const testCredentialHandler = defineHandler(testCredential, async ({ params, body, repos, deps, workspaceId }) => {
  const { credentialId } = await loadCredential(repos, params.id);
  const credential = { workspaceId, credentialId };
  try {
    const response = await deps.credentials.fetch(body.url, { credential, signal: AbortSignal.timeout(TIME_LIMIT_MS) });
    const { status } = response;
    const text = new TextDecoder().decode(response.body).replace(/\s+/g, ' ').trim();
    return { status: 200, body: { ok: status < 400, status, message: status < 400 ? null : text.slice(0, MAX_MESSAGE_CHARS) } };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError')
      return { status: 200, body: { ok: false, status: null, message: `There was no answer within ${TIME_LIMIT_MS} ms` } };
    if (!GuardedFetchError.is(error)) throw error;
    return { status: 200, body: { ok: false, status: null, message: error.message } };
  }
});
