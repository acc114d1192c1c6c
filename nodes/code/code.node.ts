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
});
