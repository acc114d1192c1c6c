import { z } from 'zod';
import { headerProblem, headerValueProblem } from './run-response.ts';

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

/** The answer of such a config, or the first header that it may not have, and why. */
export function readResponse({
  status,
  headers = {},
  body,
}: Given): { readonly response: WorkflowResponse } | { readonly problem: { readonly name: string; readonly reason: string } } {
  for (const [name, value] of Object.entries(headers)) {
    const reason = headerProblem(name) ?? headerValueProblem(name, String(value));
    if (reason !== undefined) return { problem: { name, reason } };
  }
  const sent = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return { response: { status, headers: Object.fromEntries(sent), body: (body ?? null) as WorkflowResponse['body'] } };
}
