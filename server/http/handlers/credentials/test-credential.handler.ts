import { testCredential } from '#lib/api/credentials.contract.ts';
import { isConnectionType } from '#lib/credentials/credential-type.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { GuardedFetchError } from '#lib/errors/guarded-fetch-error.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { wordError } from '#lib/i18n/word-error.ts';
import type { CredentialUse } from '#lib/ports/runtime.ts';
import type { Credentials } from '../../../credentials/make-credentials.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadCredential } from '../../resources/credential-resource.ts';

const MAX_MESSAGE_CHARS = 300;
const TIME_LIMIT_MS = 15_000;

type Outcome = { readonly ok: boolean; readonly status: number | null; readonly message: string | null };

export const testCredentialHandler = defineHandler(
  testCredential,
  async ({ params, body, repos, deps, workspaceId, language }) => {
    const { credentialId, type } = await loadCredential(repos, params.id);
    const credential: CredentialUse = { workspaceId, credentialId };
    try {
      if (isConnectionType(type)) {
        const message = await deps.testConnection(credential, { type, timeoutMs: TIME_LIMIT_MS });
        return { status: 200, body: { ok: true, status: null, message: message?.slice(0, MAX_MESSAGE_CHARS) ?? null } };
      }
      return { status: 200, body: await send(deps.credentials, { url: urlOf(body), credential }) };
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === undefined) throw error;
      const message = reason.map((line) => wordError(line, language)).join('\n');
      return { status: 200, body: { ok: false, status: null, message } };
    }
  },
);

function urlOf({ url }: { readonly url?: string | undefined }): string {
  if (url !== undefined) return url;
  const message = 'Enter the URL that is called with this credential';
  throw new AppError('body-invalid', `body.url: ${message}`, { details: { problems: [{ path: 'body.url', message }] } });
}

type Sent = { readonly url: string; readonly credential: CredentialUse };

async function send({ fetch }: Pick<Credentials, 'fetch'>, { url, credential }: Sent): Promise<Outcome> {
  const response = await fetch(url, { credential, signal: AbortSignal.timeout(TIME_LIMIT_MS) });
  const { status } = response;
  if (status < 400) return { ok: true, status, message: null };
  const text = new TextDecoder().decode(response.body).replace(/\s+/g, ' ').trim();
  return { ok: false, status, message: text.slice(0, MAX_MESSAGE_CHARS) };
}

/** Why a test failed, and on a line of its own what to do; undefined for errors of this server. */
function reasonOf(error: unknown): string[] | undefined {
  if (error instanceof DOMException && error.name === 'TimeoutError') return [`There was no answer within ${TIME_LIMIT_MS} ms`];
  if (!GuardedFetchError.is(error) && !NodeFailure.is(error)) return undefined;
  return error.hint === undefined ? [error.message] : [error.message, error.hint];
}
