import { z } from 'zod';
import { defineNode, port } from '#lib/node-kit/define-node.ts';
import { httpMethods, isReadingMethod } from '#lib/tools/http-methods.ts';

/** A whole-string `{{…}}` keeps its type, so a header or query value may arrive as a number. */
const scalarSchema = z.union([z.string(), z.number(), z.boolean()]);

export default defineNode({
  id: 'http',
  version: 1,
  title: 'HTTP request',
  summary: 'Sends an HTTP request and returns the response.',
  icon: 'globe',
  category: 'tool',
  config: z.object({
    method: z.enum(httpMethods).default('GET').meta({
      title: 'Method',
      description: 'GET and HEAD read; the others may change something.',
      expression: 'literal',
    }),
    url: z
      .string()
      .trim()
      .min(1, 'Give the address to call')
      .max(10_000)
      .meta({
        title: 'URL',
        description: 'The address to call, beginning with https:// or http://.',
        ui: { placeholder: 'https://example.com/items' },
      }),
    headers: z
      .record(z.string().min(1), scalarSchema)
      .optional()
      .meta({
        title: 'Headers',
        description: 'Sent with the request. They are dropped when a redirect leaves the site.',
        ui: { widget: 'keyValue' },
      }),
    query: z
      .record(z.string().min(1), scalarSchema)
      .optional()
      .meta({
        title: 'Query',
        description: 'Added to the URL, escaped as needed.',
        ui: { widget: 'keyValue' },
      }),
    body: z
      .json()
      .optional()
      .meta({
        title: 'Body',
        description: 'A text is sent as it is, anything else as JSON.',
        ui: { widget: 'json', visibleWhen: { method: ['POST', 'PUT', 'PATCH', 'DELETE'] } },
      }),
    timeoutMs: z
      .int()
      .min(1)
      .max(300_000)
      .default(30_000)
      .meta({
        title: 'Time limit',
        description: 'How long the request may take, the body of the answer included. A number alone is milliseconds.',
        ui: { widget: 'duration', group: 'Advanced' },
      }),
    failOnStatus: z
      .boolean()
      .default(true)
      .meta({
        title: 'Fail on an error status',
        description: 'Whether an answer of 400 and above is an error. When off, it is an answer like any other.',
        ui: { group: 'Advanced' },
      }),
    isRepeatable: z
      .boolean()
      .optional()
      .meta({
        title: 'Repeat after a crash',
        description:
          'Whether the request may be sent again when a crash left open whether it arrived; otherwise a person is asked. By its method when empty: POST and PATCH are not repeated.',
        ui: { group: 'Advanced', visibleWhen: { method: ['POST', 'PUT', 'PATCH', 'DELETE'] } },
      }),
  }),
  outputs: {
    out: port('Response', z.object({ status: z.int(), headers: z.record(z.string(), z.string()), body: z.unknown() })),
  },
  effects: ({ method }) => (isReadingMethod(method) ? 'read' : 'write'),
  examples: [
    {
      title: 'Read JSON',
      config: { url: 'https://example.com/items', query: { page: 2, q: '{{start.word}}' } },
      scope: { start: { word: 'tea' } },
    },
    {
      title: 'Send JSON',
      config: {
        method: 'POST',
        url: 'https://example.com/orders',
        headers: { authorization: 'Bearer {{start.token}}' },
        body: { id: '{{start.orderId}}', isGift: true },
      },
      scope: { start: { token: 'secret', orderId: 7 } },
    },
  ],
  docs: `Gives \`{ status, headers, body }\`. A JSON answer is read, so \`{{fetch.body.items}}\` works; anything else is text. Header names
are in small letters; those that are about the connection alone, such as \`transfer-encoding\`, are left out. At most five redirects are followed and 10 MB are read.

An answer of 400 and above is an error, as are a time limit and a server that cannot be reached: connect the **error** port or set
*On error* to go on. Errors 429 and 5xx are worth a retry, others are not. Addresses inside your network are refused unless an
administrator has allowed that host and port.

A request that may change something is sent with an \`idempotency-key\` header, unless you give one: the same each time this request is
repeated, so that a server that knows the header does it once. One that was answered is never sent again when the run goes on after a crash.`,
});
