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
});
