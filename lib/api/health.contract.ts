import { z } from 'zod';
import { sandboxWalls } from '#lib/ports/sandbox.ts';
import { defineContract } from './define-contract.ts';

export const getHealth = defineContract({
  name: 'getHealth',
  access: 'anyone',
  method: 'GET',
  path: '/api/v1/health',
  tag: 'system',
  summary: 'Is the process alive?',
  results: {
    200: {
      description: 'It is.',
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
              'Where code of users runs, and what stands between it and the machine. `walls` is null until they are measured, which is within seconds of a start, and where code runs on another machine.',
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
  summary: 'Can the process take work?',
  description: 'Asks the database. Answers 503 while it cannot be reached, or its disk is full.',
  results: { 200: { description: 'It can.', body: z.object({ status: z.literal('ready') }) } },
  errors: ['unavailable'],
});

export const getOpenApi = defineContract({
  name: 'getOpenApi',
  method: 'GET',
  path: '/api/v1/openapi.json',
  tag: 'system',
  summary: 'This API as an OpenAPI 3.1 document',
  results: { 200: { description: 'The document.', body: z.record(z.string(), z.json()) } },
  errors: [],
});
