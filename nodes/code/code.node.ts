import { z } from 'zod';
import { slotNameSchema } from '#lib/credentials/credential-type.ts';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import { defineNode } from '#lib/node-kit/define-node.ts';
import { namedValuesSchema } from '#lib/node-kit/named-values.ts';
import { ENVIRONMENT_NAME, SANDBOX_FILES, sandboxLanguages } from '#lib/ports/sandbox.ts';
import { storedFileSchema } from '#lib/run/stored-file.ts';
import { hostPatternSchema } from '#lib/tools/granted-hosts.ts';

const sandboxFileNameSchema = z
  .string()
  .regex(
    /^[\p{L}\p{N}_][\p{L}\p{N}_. -]*(?<![. ])$/u,
    'A name begins with a letter, digit or _, holds these, spaces, . and -, and does not end with a space or .',
  )
  .max(100);

/** Of a node that keeps files. */
function withFilesSchema(value: JsonSchema): JsonSchema {
  const files = { type: 'array', items: z.toJSONSchema(storedFileSchema) as JsonSchema } as const;
  return { type: 'object', properties: { value, files }, required: ['value', 'files'], additionalProperties: false };
}

const MAX_GRANTED = 20;

/** What code may touch outside of its sandbox. */
const grantsSchema = z.object({
  hosts: z
    .array(hostPatternSchema.meta({ title: 'Host' }))
    .max(MAX_GRANTED)
    .default([])
    .meta({
      title: 'Hosts',
      description:
        'What the code may call with fetch: api.example.com, or *.example.com for every name below it. A port other than 80 and 443 is written with it.',
    }),
  environment: z
    .array(z.string().regex(ENVIRONMENT_NAME, 'Write the name of a variable, for example API_TOKEN').meta({ title: 'Variable' }))
    .max(MAX_GRANTED)
    .default([])
    .meta({
      title: 'Environment',
      description: 'Variables of sandbox.environment in the config file that the code may read as env.NAME.',
    }),
  credentials: z
    .array(slotNameSchema.meta({ title: 'Credential' }))
    .max(MAX_GRANTED)
    .default([])
    .meta({
      title: 'Credentials',
      description:
        'Credentials in the settings of the workflow that the code may send by name: fetch(url, { credential: "crm" }). The code never sees a value.',
      refersTo: 'credential',
    }),
  isRepeatable: z.boolean().default(false).meta({
    title: 'Repeat after a crash',
    description: 'Whether code that may call hosts runs again after a crash interrupted it. When off, a person decides.',
  }),
});

const LANGUAGE = { expression: 'literal' } as const;

export default defineNode({
  id: 'code',
  version: 1,
  title: 'Code',
  summary: 'Runs JavaScript or Python in a sandbox.',
  icon: 'code',
  category: 'data',
  config: z.object({
    language: z
      .enum(sandboxLanguages)
      .default('javascript')
      .meta({ title: 'Language', description: 'JavaScript also accepts TypeScript.', ...LANGUAGE }),
    code: z
      .string()
      .min(1, 'Write the code')
      .max(200_000)
      .meta({
        title: 'Code',
        description: 'The body of a function with the parameter inputs. Its return value is the output of this node.',
        ...LANGUAGE,
        ui: { widget: 'code', placeholder: 'return inputs.text.length' },
      }),
    inputs: namedValuesSchema.default({}).meta({
      title: 'Inputs',
      description: 'Available to the code as inputs.name: a value or {{node.field}}.',
      ui: { widget: 'keyValue' },
    }),
    inputSchema: z
      .record(z.string(), z.json())
      .optional()
      .meta({
        title: 'Input schema',
        description: 'JSON Schema of the inputs as one object, checked before the code starts.',
        ...LANGUAGE,
        ui: { widget: 'schema' },
      }),
    files: z
      .record(sandboxFileNameSchema, z.json())
      .default({})
      .refine((files) => Object.keys(files).length <= SANDBOX_FILES.maxCount, `At most ${SANDBOX_FILES.maxCount} files`)
      .meta({
        title: 'Files',
        description:
          'What the code finds in /files/in, by name: a file input, a file that another node wrote, the path of a workspace file, or a list of them.',
        ui: { widget: 'keyValue', placeholder: 'orders.csv' },
      }),
    keepFiles: z
      .boolean()
      .default(false)
      .meta({
        title: 'Keep files',
        description: 'Keeps what the code writes to /files/out. The value is then { value, files }.',
        ...LANGUAGE,
      }),
    outputSchema: z
      .record(z.string(), z.json())
      .optional()
      .meta({
        title: 'Output schema',
        description:
          'JSON Schema of what the code returns. A value that does not fit is an error, and later nodes know its fields.',
        ...LANGUAGE,
        ui: { widget: 'schema' },
      }),
    grants: grantsSchema.optional().meta({
      title: 'Grants',
      description: 'Access to hosts and variables outside of the sandbox. None by default.',
      ...LANGUAGE,
      ui: { group: 'Advanced' },
    }),
    timeoutMs: z
      .int()
      .min(1)
      .max(300_000)
      .default(30_000)
      .meta({
        title: 'Time limit',
        description: 'The code is stopped after this time. A plain number is milliseconds.',
        ui: { widget: 'duration', group: 'Advanced' },
      }),
    memoryMb: z
      .int()
      .min(16)
      .max(512)
      .default(128)
      .meta({
        title: 'Memory',
        description: 'Memory limit in megabytes, 16 to 512.',
        ui: { group: 'Advanced' },
      }),
  }),
  outputs: ({ outputSchema = {}, keepFiles }) => ({
    out: { title: 'Value', schema: keepFiles ? withFilesSchema(outputSchema) : outputSchema },
  }),
  // Code without hosts has no side effects, but it is not deterministic (clock, random numbers), so
  // its value is stored and not computed again. Code with hosts may have side effects there.
  effects: ({ grants }) => (grants?.hosts.length ? 'write' : 'read'),
  reaches: ({ grants, files, keepFiles }) => ({
    runsCode: true,
    usesFiles: keepFiles || (files !== undefined && Object.keys(files).length > 0),
    hosts: grants?.hosts,
    secrets: grants?.environment,
    credentials: grants?.credentials,
  }),
  examples: [
    {
      title: 'Sum up an order',
      config: {
        language: 'javascript',
        code: [
          'const total = inputs.items.reduce((sum, item) => sum + item.price * item.count, 0);',
          'console.log(`$' + '{inputs.items.length} items`);',
          'return { total, isLarge: total > 100 };',
        ].join('\n'),
        inputs: { items: '{{order.items}}' },
        outputSchema: {
          type: 'object',
          properties: { total: { type: 'number' }, isLarge: { type: 'boolean' } },
          required: ['total', 'isLarge'],
        },
      },
      scope: {
        order: {
          items: [
            { price: 40, count: 2 },
            { price: 30, count: 1 },
          ],
        },
      },
      fires: { out: { total: 110, isLarge: true } },
    },
    {
      title: 'Count words, in Python',
      config: {
        language: 'python',
        code: [
          'import re',
          'from collections import Counter',
          '',
          'words = re.findall(r"\\w+", inputs["text"].lower())',
          'print(len(words), "words")',
          'return [{"word": word, "count": count} for word, count in Counter(words).most_common(2)]',
        ].join('\n'),
        inputs: { text: '{{start.text}}' },
      },
      scope: { start: { text: 'The cat saw the other cat and the dog' } },
      fires: {
        out: [
          { word: 'the', count: 3 },
          { word: 'cat', count: 2 },
        ],
      },
    },
    {
      title: 'TypeScript',
      config: {
        code: 'type Row = { name: string };\nconst names = (inputs.rows as Row[]).map(({ name }) => name);\nreturn { names };',
        inputs: { rows: [{ name: 'Ada' }, { name: 'Lin' }] },
      },
      fires: { out: { names: ['Ada', 'Lin'] } },
    },
  ],
  docs: `The code is the body of an async function: it reads \`inputs.name\` (in Python \`inputs["name"]\`), may \`await\`, and **returns** its value with
\`return\`. The value must be JSON; \`{{code.total}}\` reads a field of it. Without a return value the output is null. With an **output schema**
the value is checked, and later nodes can choose its fields.

The output of \`console.log\` or \`print\` appears in the log of the run while the code runs: the first 1000 lines or 64,000 characters. An
error shows the line of your code.

**Files** are copied into the sandbox: \`open("/files/in/orders.csv")\` in Python, \`files.read("orders.csv")\` or \`files.readBytes(…)\` in
JavaScript, which also has \`files.list()\`. A list of files under the name \`papers\` is copied as \`papers-1.pdf\`, \`papers-2.csv\`, and so on, with the endings of the files. With **Keep files**, files written to \`/files/out\` or by \`files.write("report.csv", text)\` are
kept in the workspace, and the value is \`{ value, files }\`: use \`{{code.files[0].path}}\` for the images of a model, the files of another
node or \`read_file\`. The limits are 20 files of 10 MB each and 20 MB in total, in each direction.

With an **input schema** the inputs are checked before the code starts, and in the editor as far as their values are known; the editor then
completes their names and types.

The code runs in a sandbox: no network, no other files of the server, no environment variables, no packages to install, and no state kept
between runs. **Grants** open it by name. With **hosts** the code can call \`await fetch(url, { method, headers, body })\` (in Python
\`await fetch(url, method="POST", headers={…}, json={…})\`), which returns \`status\`, \`ok\`, \`url\`, \`headers\`, \`text()\`, \`json()\` and
\`bytes()\`; only JavaScript awaits the last three. A body is a text or bytes. Every URL and redirect is checked against the granted hosts and by the guards of the HTTP
node; a run makes at most 200 requests, six in parallel, and reads 5 MB each, 50 MB in total. A request may have a side effect, so such code
is one side effect: once it has succeeded it does not run again after a crash; if a crash interrupted it, an approval is requested unless
*Repeat after a crash* is on. With **credentials** a
request names one, \`fetch(url, { credential: 'crm' })\`: its value is added outside the sandbox. With **environment** the code reads \`env.NAME\` (\`env["NAME"]\`) from \`sandbox.environment\` of the config
file. Processes and files of the server are never granted.

**JavaScript** is the language itself (QuickJS) with \`URL\`, \`TextEncoder\`, \`structuredClone\` and timers. TypeScript is accepted; its types
are removed, not checked. It is meant for shaping data: loops of millions of steps are ten to twenty times slower than in Node. **Python** is
Python 3.14 with its standard library, without NumPy and pandas. The first run after a start takes a few seconds, later ones about 0.1 s.

Code that exceeds its **time limit** or its **memory** is stopped at once. Stopping the run stops the code. Connect the **error** port or
set *On error* to continue.`,
});
