import { z } from 'zod';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { EmbeddingConfig } from '../config/config-schema.ts';
import { callEndpoint } from './call-endpoint.ts';

const answerSchema = z.object({
  data: z.array(z.object({ index: z.int().nonnegative(), embedding: z.array(z.number()).min(1) })),
});

type Embed = {
  /** As the config file names it. */
  readonly name: string;
  readonly config: EmbeddingConfig;
  readonly purpose: 'query' | 'document';
  readonly signal: AbortSignal;
};

/**
 * The vectors of texts, in their order, by one request. Each has the length 1, so that the distance
 * of two is that of their meaning alone.
 * @see https://platform.openai.com/docs/api-reference/embeddings/create
 * @throws {NodeFailure} `knowledge-failed`
 */
export async function embedTexts(texts: readonly string[], { name, config, purpose, signal }: Embed): Promise<number[][]> {
  const prefix = purpose === 'query' ? config.query_prefix : config.document_prefix;
  const label = `embedding model '${name}'`;
  const { model, dimensions } = config;
  const { data } = await callEndpoint(
    { label, ...config },
    {
      path: 'embeddings',
      body: {
        model,
        input: texts.map((text) => prefix + text),
        encoding_format: 'float',
        ...(dimensions !== undefined && { dimensions }),
      },
      schema: answerSchema,
      signal,
    },
  );
  const vectors = new Map(data.map(({ index, embedding }) => [index, embedding]));
  return texts.map((_, index) => {
    const vector = vectors.get(index);
    if (vector) return normalize(vector);
    throw new NodeFailure('knowledge-failed', `The ${label} answered ${data.length} vectors for ${texts.length} texts`);
  });
}

/** A vector of zeros, which has no direction, stays as it is. */
function normalize(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector) || 1;
  return vector.map((number) => Math.fround(number / length));
}
