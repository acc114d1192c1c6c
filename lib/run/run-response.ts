import { z } from 'zod';

/** The port of `end` that carries its HTTP response. No other node has one of that name. */
export const RESPONSE_PORT = 'response';

const MAX_HEADERS = 50;
const MAX_HEADER_CHARS = 4000;
/** A token of RFC 9110. */
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Set by the server, of the connection, an order to the proxy in front of the server, or in force for more than one
 * response: cookies, policies, prompts for passwords, other pages that a browser loads.
 */
export const REFUSED_RESPONSE_HEADERS: readonly string[] = [
  'accept-ch',
  'activate-storage-access',
  'age',
  'alt-svc',
  'alt-used',
  'attribution-reporting-register-source',
  'attribution-reporting-register-trigger',
  'clear-site-data',
  'connection',
  'content-encoding',
  'content-length',
  'content-security-policy',
  'content-security-policy-report-only',
  'critical-ch',
  'date',
  'document-isolation-policy',
  'document-policy',
  'expect-ct',
  'feature-policy',
  'forwarded',
  'host',
  'idempotent-replayed',
  'integrity-policy',
  'integrity-policy-report-only',
  'keep-alive',
  'nel',
  'no-vary-search',
  'observe-browsing-topics',
  'origin-agent-cluster',
  'permissions-policy',
  'public-key-pins',
  'refresh',
  'report-to',
  'reporting-endpoints',
  'server',
  'service-worker-allowed',
  'service-worker-navigation-preload',
  'set-cookie',
  'set-cookie2',
  'set-login',
  'sourcemap',
  'speculation-rules',
  'strict-transport-security',
  'supports-loading-mode',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'use-as-dictionary',
  'via',
  'www-authenticate',
  'x-content-type-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-reproxy-file',
  'x-reproxy-url',
  'x-request-id',
  'x-run-id',
  'x-sendfile',
  'x-sourcemap',
];
const REFUSED_PREFIXES = [
  'access-control-',
  'cross-origin-',
  'proxy-',
  'sec-',
  // Orders to nginx, lighttpd, LiteSpeed, Varnish and CDNs: which file they send instead, and what they store.
  'surrogate-',
  'x-accel-',
  'x-lighttpd-',
  'x-litespeed-',
  'x-sendfile-',
  'x-varnish-',
  'cdn-',
  'edge-',
];
const REFUSED = new Set(REFUSED_RESPONSE_HEADERS);

/** Why a response may not have a header; undefined when it may. */
export function headerProblem(name: string): string | undefined {
  const lower = name.toLowerCase();
  if (!HEADER_NAME.test(name)) return `${JSON.stringify(name)} is no name of a header`;
  if (REFUSED.has(lower) || REFUSED_PREFIXES.some((prefix) => lower.startsWith(prefix)))
    return `The header ${name} is set by the server alone`;
  return undefined;
}

/** Why a header may not have a value; undefined when it may. */
export function headerValueProblem(name: string, value: string): string | undefined {
  if (value.length > MAX_HEADER_CHARS) return `The header ${name} has more than ${MAX_HEADER_CHARS} characters`;
  return VALUE.test(value) ? undefined : `The header ${name} has characters that no header may have, such as a line break`;
}

export const responseStatusSchema = z.int().min(200).max(599);
export const responseHeaderNameSchema = z.string().check(({ value, issues }) => {
  const problem = headerProblem(value);
  if (problem !== undefined) issues.push({ code: 'custom', message: problem, input: value });
});

/** The HTTP response that an `end` node gave. */
export const runResponseSchema = z.object({
  status: responseStatusSchema,
  headers: z
    .record(z.string(), z.string())
    .refine((headers) => Object.keys(headers).length <= MAX_HEADERS, `A response has up to ${MAX_HEADERS} headers`),
  /** Missing: the outputs of the run, as JSON. */
  body: z.json().optional(),
});
export type RunResponse = z.output<typeof runResponseSchema>;

type Ended = { readonly fired: Readonly<Record<string, unknown>> };

/** The response of a run, from how its nodes ended: of several, that of the `end` whose id is the last. */
export function responseOf(ended: ReadonlyMap<string, Ended>): RunResponse | undefined {
  const given = [...ended].filter(([path, { fired }]) => !path.includes('/') && fired[RESPONSE_PORT] !== undefined);
  const [, last] = given.sort(([a], [b]) => (a < b ? -1 : 1)).at(-1) ?? [];
  return last && runResponseSchema.safeParse(last.fired[RESPONSE_PORT]).data;
}
