import { z } from 'zod';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { MeteredRequest } from '#lib/ports/model-meter.ts';
import { priced } from '#lib/run/token-usage.ts';
import type { EmbeddingConfig } from '../config/config-schema.ts';
import { callEndpoint } from './call-endpoint.ts';
import { meteredCall, promptUsage } from './metered-call.ts';

const answerSchema = z.object({
  data: z.array(z.object({ index: z.int().nonnegative(), embedding: z.array(z.number()).min(1) })),
  usage: z.object({ prompt_tokens: z.number().nonnegative().optional() }).nullish().catch(undefined),
});

type Embed = MeteredRequest & {
  /** As the config file names it. */
  readonly name: string;
  readonly config: EmbeddingConfig;
  readonly purpose: 'query' | 'document';
};

/**
 * The vectors of texts, in their order, by one request. Each has the length 1, so that the distance
 * of two is that of their meaning alone.
 * @see https://platform.openai.com/docs/api-reference/embeddings/create
 * @throws {NodeFailure} `knowledge-failed`; what the meter refuses
 */
export async function embedTexts(texts: readonly string[], { name, config, purpose, signal, meter }: Embed): Promise<number[][]> {
  const prefix = purpose === 'query' ? config.query_prefix : config.document_prefix;
  const label = `embedding model '${name}'`;
  const { model, dimensions } = config;
  const input = texts.map((text) => prefix + text);
  const call = {
    operation: 'embed',
    model: { name, provider: 'openai-compatible', modelId: model },
    texts: texts.length,
  } as const;
  const data = await meteredCall(call, { meter, signal }, async () => {
    const answered = await callEndpoint(
      { label, ...config },
      {
        path: 'embeddings',
        body: { model, input, encoding_format: 'float', ...(dimensions !== undefined && { dimensions }) },
        schema: answerSchema,
        signal,
      },
    );
    const usage = promptUsage(answered.usage?.prompt_tokens, input);
    return { answer: answered.data, usage: priced(usage, tokenPrice(config.price?.input)) };
  });
  const vectors = new Map(data.map(({ index, embedding }) => [index, embedding]));
  return texts.map((_, index) => {
    const vector = vectors.get(index);
    if (vector) return normalize(vector);
    throw new NodeFailure('knowledge-failed', `The ${label} answered ${data.length} vectors for ${texts.length} texts`);
  });
}

/** Of a model that is paid by the tokens of its input alone. */
function tokenPrice(inputUsd: number | undefined) {
  return inputUsd === undefined ? undefined : { inputUsd, outputUsd: 0, cachedInputUsd: inputUsd };
}

/** A vector of zeros, which has no direction, stays as it is. */
function normalize(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector) || 1;
  return vector.map((number) => Math.fround(number / length));
}
