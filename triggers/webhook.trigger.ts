import { z } from 'zod';
import { originsSchema } from '#lib/text/web-origin.ts';
import { defineTrigger } from '#lib/trigger-kit/define-trigger.ts';

const headerName = z
  .string()
  .regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/, 'Write the name of a header, such as X-Signature')
  .max(100);

export default defineTrigger({
  id: 'webhook',
  version: 1,
  title: 'Webhook',
  summary: 'Starts a run for each request to its address.',
  icon: 'webhook',
  source: 'request',
  config: z.object({
    method: z.enum(['POST', 'GET', 'PUT', 'PATCH', 'DELETE', 'ANY']).default('POST').meta({
      title: 'Method',
      description: 'Requests with another method are refused.',
      expression: 'literal',
    }),
    auth: z.enum(['none', 'token', 'basic', 'github', 'stripe', 'slack', 'twilio', 'standard', 'hmac']).default('token').meta({
      title: 'Who sends',
      description:
        'Requests of anyone else are refused: each service signs what it sends, and a program of yours sends a token. With none, everyone may start runs.',
      expression: 'literal',
    }),
    header: headerName.optional().meta({
      title: 'Header',
      description: 'Header of the token (Authorization: Bearer when empty) or of the signature (X-Signature when empty).',
      expression: 'literal',
      ui: { visibleWhen: { auth: ['token', 'hmac'] } },
    }),
    algorithm: z
      .enum(['sha256', 'sha512', 'sha1'])
      .default('sha256')
      .meta({
        title: 'Algorithm',
        description: 'Hash of the HMAC.',
        expression: 'literal',
        ui: { visibleWhen: { auth: ['hmac'] } },
      }),
    encoding: z
      .enum(['hex', 'base64'])
      .default('hex')
      .meta({
        title: 'Encoding',
        description: 'How the signature is written in its header.',
        expression: 'literal',
        ui: { visibleWhen: { auth: ['hmac'] } },
      }),
    prefix: z
      .string()
      .max(50)
      .default('')
      .meta({
        title: 'Prefix',
        description: 'Text before the signature in its header, such as sha256=.',
        expression: 'literal',
        ui: { visibleWhen: { auth: ['hmac'] } },
      }),
    response: z.enum(['accepted', 'result', 'respond']).default('accepted').meta({
      title: 'Answer to the sender',
      description:
        'accepted: 202 as soon as the event is stored; result: the outputs of the run; respond: what the first respond node of the run gives.',
      expression: 'literal',
    }),
    waitMs: z
      .int()
      .min(1000)
      .max(120_000)
      .default(30_000)
      .meta({
        title: 'Wait for the result',
        description: 'After this time the answer is 202, and the run continues. A plain number is milliseconds.',
        expression: 'literal',
        ui: { widget: 'duration', visibleWhen: { response: ['result', 'respond'] } },
      }),
    files: z.boolean().default(false).meta({
      title: 'Take files',
      description:
        'Files of multipart forms, and bodies that are no text, become files of the workspace. Otherwise they are refused.',
      expression: 'literal',
    }),
    rawBody: z
      .boolean()
      .default(false)
      .meta({
        title: 'Keep the text of the body',
        description: 'The event has the body as it came too, as rawBody.',
        expression: 'literal',
        ui: { group: 'Advanced' },
      }),
    verifyToken: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({
        title: 'Verify token',
        description:
          'Text that Meta (WhatsApp, Instagram, Messenger) sends as hub.verify_token when it checks the address. Empty: any.',
        expression: 'literal',
        ui: { group: 'Advanced' },
      }),
    origins: originsSchema.default([]).meta({
      title: 'Pages that may send',
      description:
        'Origins of web pages whose scripts may call the address and read its answer, such as https://shop.example.com. Empty: none.',
      expression: 'literal',
      ui: { group: 'Advanced' },
    }),
    maxBytes: z
      .int()
      .min(1)
      .max(25_000_000)
      .default(1_000_000)
      .meta({
        title: 'Largest body',
        description: 'Larger requests are refused, in bytes, with their files. JSON and other texts have 5,000,000 at most.',
        expression: 'literal',
        ui: { group: 'Advanced' },
      }),
    ratePerMinute: z
      .int()
      .min(1)
      .max(100_000)
      .default(600)
      .meta({
        title: 'Requests per minute',
        description: 'More are refused with status 429.',
        expression: 'literal',
        ui: { group: 'Advanced' },
      }),
  }),
  firstInputs: { body: { type: 'json', value: '{{trigger.body}}' } },
  event: {
    type: 'object',
    properties: {
      method: { type: 'string', description: 'In upper case.' },
      headers: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'Names in lower case, without those that carry secrets.',
      },
      query: {
        type: 'object',
        additionalProperties: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
        description: 'Parameters of the address; one that comes several times is a list.',
      },
      body: { description: 'Parsed JSON, the fields of a form, or a text.' },
      guessedCharset: { type: 'string', description: 'Charset of a body that declares none and is not UTF-8.' },
      numbersAsText: {
        type: 'array',
        items: { type: 'string' },
        description: 'Fields whose numbers are texts, since a number does not hold them exactly.',
      },
      rawBody: { type: 'string', description: 'The body as it came.' },
      receivedAt: { type: 'string', format: 'date-time', description: 'When the request came.' },
    },
    required: ['method', 'headers', 'query', 'body', 'receivedAt'],
    additionalProperties: false,
  },
  sampleEvent: ({ method }, at) => ({
    method: method === 'ANY' ? 'POST' : method,
    headers: { 'content-type': 'application/json' },
    query: {},
    body: { id: 'evt_1', text: 'Hello' },
    receivedAt: at.toISOString(),
  }),
  hasSecret: ({ auth }) => auth !== 'none',
  initialConfig: { method: 'POST', auth: 'token' },
  examples: [
    { title: 'With a token', config: {} },
    { title: 'Events of GitHub', config: { auth: 'github' } },
    { title: 'Answer with the outputs', config: { auth: 'none', response: 'result' } },
    { title: 'Takes files', config: { files: true, maxBytes: 20_000_000 } },
    { title: 'Answer from the middle of the run', config: { auth: 'token', response: 'respond' } },
  ],
  docs: `Its address is \`/api/v1/hooks/{endpoint}/{trigger}\`. Expressions read \`trigger.body\`, \`trigger.headers\` (names in lower case, without those that
carry secrets), \`trigger.query\` and \`trigger.method\`. A JSON body is parsed, a form becomes an object, another text is text. A
field of a form or of the address that comes several times is a list. Texts are read in the charset that they declare, else as UTF-8; where
neither fits, the charset is guessed, and \`trigger.guessedCharset\` names it. Numbers that a number does not hold exactly are texts, and
\`trigger.numbersAsText\` names their fields. A form whose only field is \`payload\` with JSON in it, as GitHub and Slack send it, becomes the object of that
JSON, with \`payload\` as its text. Lines of JSON (\`application/x-ndjson\`) become a list. A body with \`Content-Encoding\` is unpacked.

Requests with which a service checks the address before it sends events are answered and start nothing: those of Slack, Meta and WebSub
(\`hub.challenge\`), Dropbox (\`challenge\`), and Microsoft Graph (\`validationToken\`, if everyone may send).

With **Take files**, a multipart form becomes an object of its fields, in which files are files of the workspace: \`{{trigger.body.photo}}\` is an input of
type file. An input in which no file was chosen is omitted. A body that is no text is one file, as \`{{trigger.body}}\`. Files are stored in
\`triggers/{endpoint}/{trigger}/\`, up to 20 in a request.

**Pages that may send** lists the origins of web pages whose scripts may call the address (CORS). A page can keep no secret, so such a webhook is one that
everybody may call.

**Who sends** compares a secret, which the trigger gets when it is published and which the page of its endpoint shows once; a service that
makes its own secret, such as Stripe, takes the other way: enter it there. Signatures with a time are refused after five minutes.

A request that is sent again starts no second run for a day: it is known by \`Idempotency-Key\`, by the delivery id of GitHub, Slack, Stripe and
the Standard Webhooks, or by the **idempotency key** of the trigger.`,
});
