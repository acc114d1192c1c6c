import { z } from 'zod';
import { Semaphore } from '#lib/async/semaphore.ts';
import { GuardedFetchError } from '#lib/errors/guarded-fetch-error.ts';
import type { CredentialUse, GuardedFetch } from '#lib/ports/runtime.ts';
import { SANDBOX_NETWORK, type SandboxAnswer, type SandboxFetch } from '#lib/ports/sandbox.ts';
import { isOnGrantedHost } from '#lib/tools/granted-hosts.ts';
import { httpMethods, isReadingMethod } from '#lib/tools/http-methods.ts';
import { shownAddress } from '#lib/tools/shown-address.ts';

const MAX_HEADERS = 100;
const requestSchema = z.strictObject({
  url: z.string().max(10_000),
  method: z.string().toUpperCase().pipe(z.enum(httpMethods)).default('GET'),
  headers: z
    .array(z.tuple([z.string().max(1000), z.string().max(10_000)]))
    .max(MAX_HEADERS)
    .default([]),
  body: z.string().max(SANDBOX_NETWORK.maxRequestChars).optional(),
  /** Instead of `body`, in base64. */
  bytes: z
    .string()
    .max(4 * Math.ceil(SANDBOX_NETWORK.maxRequestChars / 3), `At most ${SANDBOX_NETWORK.maxRequestChars} bytes`)
    .transform((text) => Buffer.from(text, 'base64'))
    .optional(),
  credential: z.string().max(100).optional(),
});
type Request = z.output<typeof requestSchema>;

type Granted = {
  readonly hosts: readonly string[];
  readonly fetch: GuardedFetch;
  /** The credentials that it may send, by the names of their slots. The code never sees a value. */
  readonly credentials: Readonly<Record<string, CredentialUse>>;
  /** Aborts at the end of the code's run, which stops its remaining requests. */
  readonly signal: AbortSignal;
};

/**
 * The fetch of one run of code. The check is in this process, so sandboxed code can only request,
 * whatever it does. Guarded as every other fetch; every redirect is checked against the granted
 * hosts again.
 */
export function makeGrantedFetch(granted: Granted): SandboxFetch {
  const { credentials, hosts, signal } = granted;
  const permits = new Semaphore(SANDBOX_NETWORK.maxAtOnce);
  let requests = 0;
  let totalBytes = 0;
  return async (asked) => {
    requests += 1;
    if (requests > SANDBOX_NETWORK.maxRequests)
      return refused(`Code may make ${SANDBOX_NETWORK.maxRequests} requests, and this is one more`);
    const read = requestSchema.safeParse(asked);
    if (!read.success) return refused(problemOf(read.error));
    const problem = problemWith(read.data, { hosts, credentials });
    if (problem !== undefined) return refused(problem);
    return permits.run(async () => {
      if (signal.aborted) return refused('The code has ended');
      const left = SANDBOX_NETWORK.maxTotalBytes - totalBytes;
      if (left <= 0) return refused(`Answers of more than ${SANDBOX_NETWORK.maxTotalBytes} bytes together are not read`);
      const answer = await send(read.data, granted);
      if (answer.ok) totalBytes += answer.body.byteLength;
      return answer;
    });
  };
}

function problemWith(
  { url, method, body, bytes, credential }: Request,
  { hosts, credentials }: Pick<Granted, 'hosts' | 'credentials'>,
): string | undefined {
  if (!URL.canParse(url)) return `'${shownAddress(url)}' is not a URL: begin with https://`;
  const hasBody = body !== undefined || bytes !== undefined;
  if (hasBody && isReadingMethod(method)) return `A ${method} request has no body`;
  if (credential !== undefined && !Object.hasOwn(credentials, credential))
    return `There is no credential '${credential}' that this code may send`;
  if (isOnGrantedHost(new URL(url), hosts)) return undefined;
  return `${shownAddress(url)} is not allowed: this code may reach ${hosts.join(', ')} and nothing else`;
}

async function send(
  { url, method, headers, body: text, bytes, credential }: Request,
  { hosts, credentials, fetch, signal }: Granted,
): Promise<SandboxAnswer> {
  const use = credential === undefined ? undefined : credentials[credential];
  const body = text ?? bytes;
  try {
    const response = await fetch(url, {
      method,
      headers: Object.fromEntries(headers),
      signal,
      onlyHosts: hosts,
      maxBytes: SANDBOX_NETWORK.maxAnswerBytes,
      ...(body !== undefined && { body }),
      ...(use && { credential: use }),
    });
    return { ok: true, ...response };
  } catch (error) {
    if (signal.aborted) return refused('The code has ended');
    if (!GuardedFetchError.is(error)) return refused('The request failed');
    return refused(error.hint === undefined ? error.message : `${error.message}. ${error.hint}`);
  }
}

function problemOf(error: z.ZodError): string {
  const [issue] = error.issues;
  const path = issue?.path.join('.') ?? '';
  return `This is no request that can be sent${path === '' ? '' : `: ${path}`}: ${issue?.message ?? 'it cannot be read'}`;
}

function refused(message: string): SandboxAnswer {
  return { ok: false, message };
}
