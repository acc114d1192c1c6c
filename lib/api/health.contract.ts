import { z } from 'zod';
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
  description: 'Asks the database. Answers 503 while it cannot be reached.',
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
