import { z } from 'zod';
import { slotNameSchema } from '#lib/credentials/credential-type.ts';
import { type ConfigMigration, defineNode, port } from '#lib/node-kit/define-node.ts';
import { isCharset } from '#lib/text/charset.ts';
import { type HttpAnswer, httpAnswers, httpBodyTypes, httpMethods, isReadingMethod } from '#lib/tools/http-methods.ts';

const bodySchemas: Readonly<Record<HttpAnswer, z.ZodType>> = {
  auto: z.unknown(),
  json: z.unknown(),
  text: z.string(),
  file: z.unknown(),
};

const answerFields = {
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  guessedCharset: z.string().optional(),
  numbersAsText: z.array(z.string()).optional(),
};

function onePort(answer: HttpAnswer) {
  return port('Response', z.object({ ...answerFields, body: bodySchemas[answer] }));
}

function pagesPort(items: string | undefined, answer: HttpAnswer) {
  const body = z.array(isPaged(items) ? z.unknown() : bodySchemas[answer]);
  return port('Pages', z.object({ ...answerFields, body, pages: z.int(), isCut: z.boolean() }));
}

function isPaged(next: string | undefined): boolean {
  return next !== undefined && next.trim() !== '';
}

/** A whole-string `{{…}}` keeps its type, so a header or query value may arrive as a number. */
const scalarSchema = z.union([z.string(), z.number(), z.boolean()]);

/** Version 1 sent texts unchanged and anything else as JSON, which `text` still does. */
const nameBodyType: ConfigMigration = (config) =>
  config.body === undefined ? config : { bodyType: typeof config.body === 'string' ? 'text' : 'json', ...config };

const pageFields = {
  next: z
    .string()
    .max(10_000)
    .optional()
    .meta({
      title: 'Next page',
      description:
        'Gives the next page by the answer of this one: its address, an object with query, body or url, or null after the last page. Empty: one request.',
      expression: 'cel',
      gives: 'value',
      ui: { widget: 'code', placeholder: 'page.next', group: 'Pages' },
    }),
  items: z
    .string()
    .max(10_000)
    .optional()
    .meta({
      title: 'Items of a page',
      description: 'The list in each answer; the lists are joined. Empty: the body of the result is the list of all bodies.',
      expression: 'cel',
      gives: 'value',
      ui: { widget: 'code', placeholder: 'page.body.items', group: 'Pages' },
    }),
  maxPages: z
    .int()
    .min(1)
    .max(1000)
    .default(20)
    .meta({ title: 'Max pages', description: 'Requests at most.', ui: { group: 'Pages' } }),
  maxItems: z
    .int()
    .min(1)
    .max(100_000)
    .default(10_000)
    .meta({ title: 'Max items', description: 'Items at most; more are omitted.', ui: { group: 'Pages' } }),
  maxPageBytes: z
    .int()
    .min(1)
    .max(50_000_000)
    .default(10_000_000)
    .meta({
      title: 'Max bytes',
      description: 'No further page is read after so many bytes of all pages.',
      ui: { group: 'Pages' },
    }),
};
const pageConfigSchema = z.object(pageFields);
export type HttpPageConfig = z.output<typeof pageConfigSchema>;

export default defineNode({
  id: 'http',
  version: 2,
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
      .record(z.string().min(1), z.union([scalarSchema, z.array(scalarSchema)]))
      .optional()
      .meta({
        title: 'Query',
        description: 'Added to the URL, escaped as needed. A list repeats its parameter.',
        ui: { widget: 'keyValue' },
      }),
    body: z
      .json()
      .optional()
      .meta({
        title: 'Body',
        description: 'A value, fields of a form, or a file, depending on how it is sent.',
        ui: { widget: 'json', visibleWhen: { method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] } },
      }),
    bodyType: z
      .enum(httpBodyTypes)
      .default('json')
      .meta({
        title: 'Send body as',
        description:
          'json: as JSON; text: unchanged, without a content type; form: URL-encoded fields; multipart: fields and files; file: the bytes of a file.',
        expression: 'literal',
        ui: { visibleWhen: { method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] } },
      }),
    answer: z
      .enum(httpAnswers)
      .default('auto')
      .meta({
        title: 'Read answer as',
        description: 'auto: JSON and text by the content type, anything else as a file; or always json, text or file.',
        expression: 'literal',
        ui: { group: 'Advanced' },
      }),
    charset: z
      .string()
      .trim()
      .max(40)
      .refine((name) => isCharset(name), 'Write the name of a charset, such as utf-8, gb18030 or shift_jis')
      .optional()
      .meta({
        title: 'Charset of the answer',
        description: 'Name of a charset, such as gb18030. Empty: the one that the answer declares, else UTF-8, else a guess.',
        expression: 'literal',
        ui: { group: 'Advanced', placeholder: 'utf-8' },
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
    ...pageFields,
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
  migrations: { 2: nameBodyType },
  outputs: ({ answer, next, items }) => ({ out: isPaged(next) ? pagesPort(items, answer) : onePort(answer) }),
  effects: ({ method }) => (isReadingMethod(method) ? 'read' : 'write'),
  reaches: ({ url, auth, bodyType, body, answer }) => ({
    urls: url,
    credentials: auth,
    usesFiles: answer === 'file' || (body !== undefined && (bodyType === 'file' || bodyType === 'multipart')),
  }),
  mainField: 'body',
  detailFields: ['status', 'headers', 'pages', 'isCut', 'guessedCharset', 'numbersAsText'],
  examples: [
    {
      title: 'Read JSON',
      config: { url: 'https://example.com/items', query: { page: 2, q: '{{start.word}}' } },
      scope: { start: { word: 'tea' } },
    },
    {
      title: 'All pages of a list',
      config: { url: 'https://example.com/items', next: 'page.next', items: 'page.body.items', maxPages: 50 },
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
    {
      title: 'Upload a file',
      config: {
        method: 'POST',
        url: 'https://example.com/files',
        bodyType: 'multipart',
        body: { title: 'Report', file: '{{start.report}}' },
      },
      scope: { start: { report: { name: 'a.txt', mediaType: 'text/plain', text: 'Hello' } } },
    },
  ],
  docs: `Returns \`{ status, headers, body }\`. A JSON body is parsed, so \`{{fetch.body.items}}\` works; another text is text, in the charset that it
declares, else as UTF-8; where neither fits, the charset is guessed, and \`guessedCharset\` names it. **Charset of the answer** chooses one.
Numbers that a number does not hold exactly (\`12345678901234567890\`) are texts, and \`numbersAsText\` names their fields. Bytes that are no text become a file
of the workspace, \`{ name, path, sizeBytes, mediaType }\`, which other nodes take: \`images\`, files of code, an upload. **Read answer as** decides it
for any answer. Where there is no folder for files, the value holds the content as \`base64\`, up to 1 MB. Header names are in lower case; headers of the connection, such as \`transfer-encoding\`, are dropped. Up to five redirects are followed and 10 MB are read.

A status of 400 and above, a timeout and an unreachable server are errors: connect the **error** port or set *On error* to continue.
Status 429 and 5xx can be retried, others cannot; a retry waits as long as \`Retry-After\` asks. An answer that was cut off is an error, a compressed one too. Addresses inside your network are refused unless an administrator has allowed the host and
port.

**Send body as** says what the body is: \`json\` sends any value as JSON, and a text as JSON that it already is; \`text\` sends a text unchanged
and without a content type; \`form\` and \`multipart\` take an object of fields, where a list repeats its field; \`file\` takes a file. A file is a start
input, a file that another node wrote, or the path of a workspace file; only \`multipart\` and \`file\` read files. A body is sent with GET, too.

**Next page** makes it read page after page. It is a CEL expression over \`page\`, the answer that was just read: \`page.body\`, \`page.headers\`,
\`page.status\`, \`page.url\`, \`page.index\` (from 0), \`page.count\` (its items) and \`page.next\`, the \`next\` link of its \`Link\` header or an empty text.

| the server | Next page |
| --- | --- |
| sends a \`Link\` header | \`page.next\` |
| names the next address | \`page.body.?next_url.orValue(null)\` |
| gives a cursor | \`page.body.has_more ? {"query": {"cursor": page.body.cursor}} : null\` |
| counts pages | \`page.count > 0 ? {"query": {"page": page.index + 2}} : null\` |
| takes a cursor in the body | \`page.body.?cursor.orValue(null) == null ? null : {"body": {"cursor": page.body.cursor}}\` |

The result is \`{ status, headers, body, pages, isCut }\`: \`body\` has the items of all pages, status and headers are those of the last one, and \`isCut\` says
that a limit ended it. A page that was answered is not requested again after a crash or in a retry. Pages of another server are refused. A node
with the id \`page\` cannot be read in these two fields.

A **credential** is chosen by the name under which the settings of the workflow declare it, with its type and its hosts. Its value
is kept by the workspace, added where the request leaves, sent to those hosts only, and masked in what the server repeats of it. It is in no
document, log or trace.

A request that may have side effects is sent with an \`idempotency-key\` header, unless you set one. The key stays the same when the request
is repeated, so that the server can ignore duplicates. A request that was answered is not sent again after a crash.`,
});
