import { z } from 'zod';

const scalarSchema = z.union([z.string(), z.number(), z.boolean()]);

/** Config fields of an HTTP answer that a workflow gives; spread them into the config of a node. */
export const responseFields = {
  status: z.int().min(200).max(599).default(200).meta({
    title: 'Status',
    description: 'HTTP status of the answer, 200 to 599.',
  }),
  headers: z
    .record(z.string().min(1).max(200), scalarSchema)
    .optional()
    .meta({
      title: 'Headers',
      description: 'Headers of the answer. Those of the connection, cookies and security policies are refused.',
      ui: { widget: 'keyValue' },
    }),
  body: z
    .json()
    .optional()
    .meta({
      title: 'Body',
      description: 'A text as it is, any other value as JSON. Empty: an answer without a body.',
      ui: { widget: 'json' },
    }),
};

/** An answer as the log has it: header names in lower case, `body` null for none. */
export const responseSchema = z.object({
  status: z.int().min(200).max(599),
  headers: z.record(z.string(), z.string()),
  body: z.json(),
});
export type WorkflowResponse = z.output<typeof responseSchema>;
type Given = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | number | boolean>> | undefined;
  readonly body?: unknown;
};

const NAME = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;
/** What an HTTP header may hold, in Latin-1. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/**
 * The server decides on its connection, on cookies of its own address, and on what browsers run of an
 * answer.
 */
const REFUSED = new Set([
  'alt-svc',
  'clear-site-data',
  'connection',
  'content-encoding',
  'content-length',
  'content-security-policy',
  'content-security-policy-report-only',
  'date',
  'idempotent-replayed',
  'keep-alive',
  'proxy-authenticate',
  'service-worker-allowed',
  'set-cookie',
  'strict-transport-security',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-content-type-options',
  'x-request-id',
  'x-run-id',
]);

/** A header that cannot be sent. */
export type HeaderProblem = { readonly name: string; readonly is: 'name' | 'refused' | 'value' };

/** The answer of such a config, or the first header that it may not have. */
export function readResponse({
  status,
  headers = {},
  body,
}: Given): { readonly response: WorkflowResponse } | { readonly problem: HeaderProblem } {
  const read: [string, string][] = [];
  for (const [given, value] of Object.entries(headers)) {
    const name = given.toLowerCase();
    if (!NAME.test(name)) return { problem: { name: given, is: 'name' } };
    if (REFUSED.has(name)) return { problem: { name: given, is: 'refused' } };
    if (!VALUE.test(String(value))) return { problem: { name: given, is: 'value' } };
    read.push([name, String(value)]);
  }
  return { response: { status, headers: Object.fromEntries(read), body: (body ?? null) as WorkflowResponse['body'] } };
}
