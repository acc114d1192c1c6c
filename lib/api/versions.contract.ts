import { z } from 'zod';
import { workflowSchema } from '../workflow/workflow.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { reachSchema } from './workflows.contract.ts';

const VERSIONS_LIMIT_DEFAULT = 50;
const VERSIONS_LIMIT_MAX = 100;

const id = z.string().min(1).max(100);
const number = z.int().positive().max(2_147_483_647).meta({ description: 'Number of the version, from 1 in each workflow.' });

const versionSchema = z
  .object({
    number,
    documentHash: z.string(),
    createdAt: z.iso.datetime(),
    slugs: z.array(z.string()).meta({ description: 'Endpoints that currently run this version.' }),
  })
  .register(components, { id: 'Version' });
export type VersionResource = z.output<typeof versionSchema>;

export const listVersions = defineContract({
  name: 'listVersions',
  method: 'GET',
  path: '/api/v1/workflows/{id}/versions',
  tag: 'workflows',
  summary: 'List the versions of a workflow, newest first',
  params: z.object({ id }),
  query: z.object({
    limit: z.coerce.number().int().min(1).max(VERSIONS_LIMIT_MAX).default(VERSIONS_LIMIT_DEFAULT),
    before: z.coerce.number().pipe(number).optional().meta({ description: 'Only versions with a smaller number.' }),
  }),
  results: {
    200: {
      description: 'One page.',
      body: z.object({
        items: z.array(versionSchema),
        nextBefore: number.nullable().meta({ description: 'Pass it as `before` to read the next page; null on the last page.' }),
      }),
    },
  },
  errors: ['not-found'],
});

export const getVersion = defineContract({
  name: 'getVersion',
  method: 'GET',
  path: '/api/v1/workflows/{id}/versions/{number}',
  tag: 'workflows',
  summary: 'Get a version',
  params: z.object({ id, number: z.coerce.number().pipe(number) }),
  results: {
    200: {
      description: 'The version with its document.',
      body: z.object({
        number,
        createdAt: z.iso.datetime(),
        document: workflowSchema,
        reach: reachSchema.nullable().meta({
          description: 'What its runs may touch, as it was listed when it was published. Null for versions of earlier builds.',
        }),
      }),
    },
  },
  errors: ['not-found', 'workflow-invalid'],
});
