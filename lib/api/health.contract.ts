import { z } from 'zod';
import { sandboxWalls } from '#lib/ports/sandbox.ts';
import { defineContract } from './define-contract.ts';

export const getHealth = defineContract({
  name: 'getHealth',
  access: 'anyone',
  method: 'GET',
  path: '/api/v1/health',
  tag: 'system',
  summary: 'Check liveness',
  results: {
    200: {
      description: 'The process is alive.',
      body: z.object({
        status: z.literal('ok'),
        version: z.string(),
        database: z.enum(['embedded', 'server']),
        uptimeMs: z.int().nonnegative(),
        sandbox: z
          .object({
            place: z.enum(['here', 'remote']),
            walls: z.array(z.enum(sandboxWalls)).nullable(),
          })
          .meta({
            description:
              'Where user code runs (`here`: on this machine) and which isolation layers are active. `walls` is null during the first seconds, until they are measured, and if user code runs on another machine.',
          }),
      }),
    },
  },
  errors: [],
});

export const getReady = defineContract({
  name: 'getReady',
  method: 'GET',
  path: '/api/v1/ready',
  tag: 'system',
  summary: 'Check readiness',
  description: 'Queries the database. 503 while it cannot be reached or its disk is full.',
  results: { 200: { description: 'The process can serve requests.', body: z.object({ status: z.literal('ready') }) } },
  errors: ['unavailable'],
});

export const getOpenApi = defineContract({
  name: 'getOpenApi',
  method: 'GET',
  path: '/api/v1/openapi.json',
  tag: 'system',
  summary: 'Get the OpenAPI document',
  results: { 200: { description: 'This API as an OpenAPI 3.1 document.', body: z.record(z.string(), z.json()) } },
  errors: [],
});
