import { GuardedFetchError } from '#lib/errors/guarded-fetch-error.ts';
import type { GuardedFetch } from '#lib/ports/runtime.ts';
import { type Authorizing, authorizeRequest } from './authorize-request.ts';
import { sendAuthorized } from './send-authorized.ts';

/**
 * The fetch of everything that sends a request with a credential and reads the whole answer: nodes, tools, code,
 * search, OpenAPI tools. With `init.credential` it adds the value where the request leaves
 * (`authorizeRequest`); redirects to another origin go without it; and what the server repeats of it is masked
 * before anyone reads the answer. Protocols that stream their answers call `authorizeRequest`.
 */
export function withCredentials({ fetch, ...authorizing }: Authorizing & { readonly fetch: GuardedFetch }): GuardedFetch {
  return async (url, { credential: use, ...init } = {}) => {
    if (use === undefined) return fetch(url, init);
    const request = await authorizeRequest(authorizing, use, { url, init });
    const { answer, sent } = await sendAuthorized(request, (one) =>
      fetch(one.url, one.init).catch((error: unknown) => {
        throw maskError(error, one.maskText);
      }),
    );
    return sent.maskResponse(answer);
  };
}

/** A credential in the path of an address is in the message of its failure. */
export function maskError(error: unknown, mask: (text: string) => string): unknown {
  if (!GuardedFetchError.is(error) || mask(error.message) === error.message) return error;
  const { code, hint, privateHost } = error;
  return new GuardedFetchError(code, mask(error.message), {
    ...(hint !== undefined && { hint: mask(hint) }),
    ...(privateHost !== undefined && { privateHost }),
  });
}
