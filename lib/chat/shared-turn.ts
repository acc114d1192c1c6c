import { z } from 'zod';
import { chatAnswerSchema } from './chat-answer.ts';

/** One turn of a shared chat. */
export const sharedTurnSchema = z.object({
  message: z.string(),
  answerParts: chatAnswerSchema,
  createdAt: z.iso.datetime(),
});
export type SharedTurn = z.output<typeof sharedTurnSchema>;
