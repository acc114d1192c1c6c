import { z } from 'zod';

const rank = z.int().positive().nullable();
const candidateSchema = z.object({
  chunkId: z.string(),
  title: z.string(),
  place: z.string(),
  page: z.int().nullable(),
  score: z.number(),
  lexicalRank: rank.meta({ description: 'Its place among the passages found by words.' }),
  vectorRank: rank.meta({ description: 'Its place among the passages found by meaning.' }),
  similarity: z.number().nullable().meta({ description: 'Cosine similarity to the question.' }),
  rerankScore: z.number().nullable(),
  isUsed: z.boolean().meta({ description: 'Whether it is in the result.' }),
});

/** What a search in a knowledge base looked at. */
export const retrievalSchema = z.object({
  base: z.string(),
  mode: z.enum(['lexical', 'vector', 'hybrid']),
  words: z.array(z.string()).meta({ description: 'The words that were searched.' }),
  candidates: z.array(candidateSchema).meta({ description: 'The best passages that were found, in their order.' }),
  isWhole: z.literal(true).optional().meta({ description: 'The base is small: all of it is in the result, found or not.' }),
  problem: z.string().optional().meta({ description: 'What did not work, though passages were found.' }),
});
export type RetrievalDetails = z.output<typeof retrievalSchema>;
