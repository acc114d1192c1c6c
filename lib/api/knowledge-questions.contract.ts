import { z } from 'zod';
import { retrievalModes } from '../ports/knowledge.ts';
import { defineContract } from './define-contract.ts';
import { mode, ofBase, root, tag, text } from './knowledge-fields.ts';

const MAX_QUESTIONS = 500;

const questionSchema = z.object({
  question: text(2000).min(1),
  documentKey: text(1000).min(1).meta({ description: 'Key of the document that has the answer.' }),
  excerpt: text(500).nullable().meta({ description: 'A part of the passage that has it; null: any passage of the document.' }),
});
export type KnowledgeQuestion = z.output<typeof questionSchema>;

export const listKnowledgeQuestions = defineContract({
  name: 'listKnowledgeQuestions',
  method: 'GET',
  path: `${root}/{name}/questions`,
  tag,
  summary: 'List the questions by which a knowledge base is measured',
  params: ofBase,
  results: { 200: { description: 'The questions.', body: z.object({ items: z.array(questionSchema) }) } },
  errors: ['not-found'],
});

export const setKnowledgeQuestions = defineContract({
  name: 'setKnowledgeQuestions',
  scope: 'edit',
  method: 'PUT',
  path: `${root}/{name}/questions`,
  tag,
  summary: 'Store the questions by which a knowledge base is measured',
  description: 'Instead of all that there were.',
  params: ofBase,
  body: z.strictObject({ items: z.array(z.strictObject(questionSchema.shape)).max(MAX_QUESTIONS) }),
  results: { 200: { description: 'The questions.', body: z.object({ items: z.array(questionSchema) }) } },
  errors: ['not-found'],
});

export const measureKnowledge = defineContract({
  name: 'measureKnowledge',
  scope: 'read',
  method: 'POST',
  path: `${root}/{name}/measure`,
  tag,
  summary: 'Measure a knowledge base by its questions',
  description: 'Searches each question and looks for the expected document among the first passages.',
  params: ofBase,
  body: z.strictObject({ mode, limit: z.int().min(1).max(50).default(5) }),
  results: {
    200: {
      description: 'How many were found.',
      body: z.object({
        recall: z
          .number()
          .nullable()
          .meta({ description: 'The share of questions whose passage was found; null without questions.' }),
        mode: z.enum(retrievalModes).nullable(),
        p95Ms: z.number().nullable(),
        items: z.array(
          questionSchema.extend({
            rank: z.int().positive().nullable().meta({ description: 'Where it was found; null when it was not.' }),
            best: z.string().nullable().meta({ description: 'Title of the first passage.' }),
          }),
        ),
      }),
    },
  },
  errors: ['not-found', 'knowledge-failed', 'rate-limited'],
});
