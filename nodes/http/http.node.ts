import { z } from 'zod';
import { slotNameSchema } from '#lib/credentials/credential-type.ts';
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
      description: 'GET and HEAD read; the others may have side effects.',
      expression: 'literal',
    }),
    url: z
      .string()
      .trim()
      .min(1, 'Enter a URL')
      .max(10_000)
      .meta({
        title: 'URL',
        description: 'Starts with https:// or http://.',
        ui: { placeholder: 'https://example.com/items' },
      }),
    auth: slotNameSchema.optional().meta({
      title: 'Credential',
      description: 'Name of a credential in the settings of the workflow. It is added where the request leaves.',
      expression: 'literal',
      refersTo: 'credential',
    }),
    headers: z
      .record(z.string().min(1), scalarSchema)
      .optional()
      .meta({
        title: 'Headers',
        description: 'Dropped when a redirect leads to another origin.',
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
        description: 'Text is sent unchanged, anything else as JSON.',
        ui: { widget: 'json', visibleWhen: { method: ['POST', 'PUT', 'PATCH', 'DELETE'] } },
      }),
    timeoutMs: z
      .int()
      .min(1)
      .max(300_000)
      .default(30_000)
      .meta({
        title: 'Time limit',
        description: 'Timeout of the request, including the response body. A plain number is milliseconds.',
        ui: { widget: 'duration', group: 'Advanced' },
      }),
    failOnStatus: z
      .boolean()
      .default(true)
      .meta({
        title: 'Fail on an error status',
        description: 'Treat status 400 and above as an error.',
        ui: { group: 'Advanced' },
      }),
    isRepeatable: z
      .boolean()
      .optional()
      .meta({
        title: 'Repeat after a crash',
        description:
          'Whether the request is sent again when a crash left open whether it arrived. When off, a person decides. When empty, decided by the method: POST and PATCH are not repeated.',
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
        auth: 'shop',
        body: { id: '{{start.orderId}}', isGift: true },
      },
      scope: { start: { orderId: 7 } },
    },
  ],
  docs: `Returns \`{ status, headers, body }\`. A JSON body is parsed, so \`{{fetch.body.items}}\` works; anything else is text. Header names are in
lower case; headers of the connection, such as \`transfer-encoding\`, are dropped. Up to five redirects are followed and 10 MB are read.

A status of 400 and above, a timeout and an unreachable server are errors: connect the **error** port or set *On error* to continue.
Status 429 and 5xx can be retried, others cannot. Addresses inside your network are refused unless an administrator has allowed the host and
port.

A **credential** is chosen by the name under which the settings of the workflow declare it, with its type and its hosts. Its value
is kept by the workspace, added where the request leaves, sent to those hosts only, and masked in what the server repeats of it. It is in no
document, log or trace.

A request that may have side effects is sent with an \`idempotency-key\` header, unless you set one. The key stays the same when the request
is repeated, so that the server can ignore duplicates. A request that was answered is not sent again after a crash.`,
});
