import { z } from 'zod';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { runIdSchema } from './run-summary.ts';

const MAX_COMMENT = 2000;

/** What may be wrong with an answer. */
const feedbackReasons = ['incorrect', 'not-asked', 'too-long', 'wrong-sources', 'unfriendly', 'other'] as const;

export const feedbackSchema = z
  .object({
    rating: z.enum(['up', 'down']),
    comment: z.string().max(MAX_COMMENT),
    reasons: z.array(z.enum(feedbackReasons)),
  })
  .register(components, { id: 'RunFeedback' });
export type FeedbackResource = z.output<typeof feedbackSchema>;

export const rateRun = defineContract({
  name: 'rateRun',
  scope: 'run',
  access: 'workspace-or-key',
  takesVisitors: true,
  method: 'PUT',
  path: '/api/v1/runs/{id}/feedback',
  tag: 'runs',
  summary: 'Rate the answer of a run',
  description: 'Replaces the earlier rating. A rating of null removes it.',
  params: z.object({ id: runIdSchema }),
  body: z.strictObject({
    rating: z.enum(['up', 'down']).nullable(),
    comment: z.string().trim().max(MAX_COMMENT).default('').meta({ description: 'What was good, or should be better.' }),
    reasons: z.array(z.enum(feedbackReasons)).max(feedbackReasons.length).default([]).meta({ description: 'What was wrong.' }),
  }),
  results: { 200: { description: 'The rating.', body: z.object({ feedback: feedbackSchema.nullable() }) } },
  errors: ['run-not-found'],
});
