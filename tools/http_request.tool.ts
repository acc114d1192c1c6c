import { z } from 'zod';
import { defineTool } from '#lib/tools/define-tool.ts';
import { httpMethods, isReadingMethod, isRepeatableMethod, overridesMethod } from '#lib/tools/http-methods.ts';
import { shownAddress } from '#lib/tools/shown-address.ts';

const scalar = z.union([z.string(), z.number(), z.boolean()]);

export default defineTool({
  id: 'http_request',
  title: 'HTTP request',
  aliases: { 'zh-CN': '网络请求' },
  description:
    'Sends an HTTP request to an API and gives status, headers and body of the answer, whatever its status. Use it for APIs; use read_url to read pages. GET and HEAD only read; a request of any other method may change something, and an approval may be needed first.',
  group: 'web',
  input: z.strictObject({
    method: z.enum(httpMethods).default('GET'),
    url: z.string().trim().min(1).max(10_000).meta({ description: 'The address, beginning with https:// or http://.' }),
    headers: z.record(z.string().min(1), scalar).optional().meta({ description: 'Header values by name.' }),
    query: z.record(z.string().min(1), scalar).optional().meta({ description: 'Added to the URL, escaped as needed.' }),
    body: z
      .union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())])
      .optional()
      .meta({ description: 'A text is sent as it is, anything else as JSON. GET and HEAD have none.' }),
    credential: z
      .string()
      .max(64)
      .optional()
      .meta({ description: 'Name of a credential that is sent with the request, to its own hosts only.' }),
  }),
  output: z.object({
    status: z.int(),
    headers: z.record(z.string(), z.string()).meta({ description: 'By name in lowercase letters.' }),
    body: z.unknown().meta({ description: 'JSON as its value, any other text as it is; null when it is neither.' }),
  }),
  risk: (input) => (onlyReads(input) ? 'low' : 'medium'),
  scope: 'workspace',
  cost: 'low',
  effects: (input) => (onlyReads(input) ? 'read' : 'write'),
  reaches: ['url'],
  isRepeatable: (input) => isRepeatableMethod(input.method) && !overridesMethod(input),
  credentialArgument: 'credential',
  describe: ({ method, url, credential }) =>
    `${method} ${shownAddress(url)}${credential === undefined ? '' : ` with the credential ${credential}`}`,
  timeoutMs: 60_000,
});

function onlyReads(input: { method: string; headers?: Readonly<Record<string, unknown>> | undefined }): boolean {
  return isReadingMethod(input.method) && !overridesMethod(input);
}
