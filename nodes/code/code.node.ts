import { z } from 'zod';
import { defineNode } from '#lib/node-kit/define-node.ts';
import { namedValuesSchema } from '#lib/node-kit/named-values.ts';
import { ENVIRONMENT_NAME, SANDBOX_FILES, sandboxLanguages } from '#lib/ports/sandbox.ts';
import { storedFileSchema } from '#lib/run/stored-file.ts';
import { hostPatternSchema } from '#lib/tools/granted-hosts.ts';
import type { JsonSchema } from '#lib/workflow/json-schema.ts';

const sandboxFileNameSchema = z
  .string()
  .regex(
    /^[\p{L}\p{N}_][\p{L}\p{N}_. -]*(?<![. ])$/u,
    'A name holds letters, digits, spaces and . _ -, and ends with none of the first two',
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
    .array(z.string().regex(ENVIRONMENT_NAME, 'Write the name of a variable, as in API_TOKEN').meta({ title: 'Variable' }))
    .max(MAX_GRANTED)
    .default([])
    .meta({
      title: 'Environment',
      description: 'Values that the code reads as env.NAME, of those that the config file has under sandbox.environment.',
    }),
  isRepeatable: z.boolean().default(false).meta({
    title: 'Repeat after a crash',
    description:
      'Whether code that may call hosts may run again when a crash left open how far it came; otherwise a person is asked.',
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
      .meta({ title: 'Language', description: 'JavaScript takes TypeScript too.', ...LANGUAGE }),
    code: z
      .string()
      .min(1, 'Write the code')
      .max(200_000)
      .meta({
        title: 'Code',
        description: 'The body of a function of inputs. What it returns is the value of this node.',
        ...LANGUAGE,
        ui: { widget: 'code', placeholder: 'return inputs.text.length' },
      }),
    inputs: namedValuesSchema.default({}).meta({
      title: 'Inputs',
      description: 'What the code reads as inputs.name: a value or {{node.field}}.',
      ui: { widget: 'keyValue' },
    }),
    inputSchema: z
      .record(z.string(), z.json())
      .optional()
      .meta({
        title: 'Input schema',
        description: 'JSON Schema of the inputs, as one object. Inputs that do not fit are an error before the code starts.',
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
          'What the code finds in /files/in, by name: a file input, a file that another node wrote, or the path of a workspace file.',
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
      description: 'What the code may reach outside of its sandbox; nothing unless it is named here.',
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
        description: 'How long the code may run before it is stopped. A number alone is milliseconds.',
        ui: { widget: 'duration', group: 'Advanced' },
      }),
    memoryMb: z
      .int()
      .min(16)
      .max(512)
      .default(128)
      .meta({
        title: 'Memory',
        description: 'Megabytes that the code and its values may take, 16 to 512.',
        ui: { group: 'Advanced' },
      }),
  }),
  outputs: ({ outputSchema = {}, keepFiles }) => ({
    out: { title: 'Value', schema: keepFiles ? withFilesSchema(outputSchema) : outputSchema },
  }),
  // It changes nothing outside, but two runs of it need not give the same: it may read the clock or draw a number. So its value is stored, not computed again.
  // What may call hosts may change something there.
  effects: ({ grants }) => (grants?.hosts.length ? 'write' : 'read'),
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
\`return\`. The value has to be JSON; \`{{code.total}}\` reads a field of what was returned. Returning nothing gives null. With an **output schema** the value is
checked, and the nodes after this one are offered its fields.

What \`console.log\` or \`print\` write is shown in the run's log while the code runs: the first 1000 lines or 64,000 characters. An error names the line of
your code and shows it.

**Files** are copied to where the code reads them: \`open("/files/in/orders.csv")\` in Python, \`files.read("orders.csv")\` or \`files.readBytes(…)\` in JavaScript, which also has
\`files.list()\`. With **Keep files** what it writes to \`/files/out\`, or by \`files.write("report.csv", text)\`, is kept in the workspace, and the value is
\`{ value, files }\`: \`{{code.files[0].path}}\` is what a model's images, another node's files or \`read_file\` take. At most 20 files of 10 MB, 20 MB together, each way.

With an **input schema** the inputs are checked before the code starts, and while drawing where their values are known; the editor then completes their names with their types.

The code runs in a sandbox: no network, no other files of the server, no environment, no packages to install, and nothing is left of one run for the next.
**Grants** open it by name. With **hosts** the code has \`await fetch(url, { method, headers, body })\` (in Python \`await fetch(url, method="POST", headers={…}, json={…})\`) and gets
\`status\`, \`ok\`, \`url\`, \`headers\`, \`text()\`, \`json()\` and \`bytes()\`, which are awaited in JavaScript alone. Every address and redirect is held against the hosts, and against the same
guards as those of the HTTP node; a run makes at most 200 requests, six at once, and reads 5 MB each, 50 MB together. Since a request may change something, such code is one effect:
once it succeeded it is never run again when the run goes on after a crash, and where a crash cut it off a person is asked, unless *Repeat after a crash* is on. With **environment** it
reads \`env.NAME\` (\`env["NAME"]\`) of the values that the config file has under \`sandbox.environment\`. Processes and the server's own files are never granted: files go in and out as above.

**JavaScript** is the language itself (QuickJS) with \`URL\`, \`TextEncoder\`, \`structuredClone\` and timers; TypeScript is accepted, its types are taken
away and not checked. It is made for shaping data: loops of many millions of steps are ten to twenty times slower than in Node. **Python** is Python 3.14
with its standard library; NumPy and pandas are not part of it. Its first run after a start takes some seconds, later ones a tenth of one.

Code that runs into its **time limit** is stopped at once, as is code that takes more than its **memory**. Stopping the run stops the code. Connect the
**error** port or set *On error* to go on all the same.`,
});
