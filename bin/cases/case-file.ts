import { z } from 'zod';

const mockSchema = z
  .strictObject({
    port: z.string().min(1).optional(),
    value: z.json().optional(),
    values: z.array(z.json()).min(1).max(1000).optional(),
    error: z.strictObject({ code: z.string().default('mocked'), message: z.string().default('Mocked') }).optional(),
  })
  .refine(
    ({ value, values, error }) => [value, values, error].filter((one) => one !== undefined).length === 1,
    'Give one of value, values and error',
  );
/** What stands for a node: its value, its values one after the other (the last one repeats), or a failure. */
export type Mock = z.output<typeof mockSchema>;

const mocksSchema = z.record(z.string(), mockSchema);

const expectSchema = z.strictObject({
  status: z.enum(['succeeded', 'failed', 'waiting', 'cancelled']).optional(),
  outputs: z.record(z.string(), z.json()).optional(),
  error: z
    .strictObject({ code: z.string().optional(), message: z.string().optional(), nodeId: z.string().optional() })
    .optional(),
  nodes: z
    .record(
      z.string(),
      z.strictObject({
        status: z.enum(['succeeded', 'failed', 'skipped', 'cancelled']).optional(),
        value: z.json().optional(),
        runs: z.int().min(0).optional(),
      }),
    )
    .optional(),
  assert: z.array(z.string().min(1).max(10_000)).max(100).optional(),
});
export type Expectation = z.output<typeof expectSchema>;

const caseSchema = z.strictObject({
  name: z.string().min(1).max(300),
  inputs: z.record(z.string(), z.json()).default({}),
  /** Only this node and what it needs run; its value is what is expected of `nodes`. */
  node: z.string().optional(),
  mocks: mocksSchema.default({}),
  /** By the id of the node that asks. */
  decisions: z.record(z.string(), z.boolean()).default({}),
  timeoutMs: z.int().min(1).max(3_600_000).default(60_000),
  skip: z.union([z.boolean(), z.string()]).optional(),
  expect: expectSchema.optional(),
});
export type Case = z.output<typeof caseSchema>;

/** The cases of one workflow, as a file of YAML or JSON next to it has them. */
export const caseFileSchema = z.strictObject({
  workflow: z.string().min(1).optional(),
  mocks: mocksSchema.default({}),
  cases: z
    .array(caseSchema)
    .min(1, 'Write at least one case')
    .max(1000)
    .refine((cases) => new Set(cases.map(({ name }) => name)).size === cases.length, 'Two cases have the same name'),
});
export type CaseFile = z.output<typeof caseFileSchema>;
