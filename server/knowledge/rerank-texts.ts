import { z } from 'zod';
import type { RerankerConfig } from '../config/config-schema.ts';
import { callEndpoint } from './call-endpoint.ts';

const answerSchema = z.object({
  results: z.array(z.object({ index: z.int().nonnegative(), relevance_score: z.number() })),
});

/**
 * How well each text answers the question; missing for texts that the model left out.
 * @see https://docs.cohere.com/reference/rerank, which Jina, vLLM and LiteLLM speak too
 * @throws {NodeFailure} `knowledge-failed`
 */
export async function rerankTexts(
  query: string,
  texts: readonly string[],
  { name, config, signal }: { readonly name: string; readonly config: RerankerConfig; readonly signal: AbortSignal },
): Promise<Map<number, number>> {
  const { results } = await callEndpoint(
    { label: `reranker '${name}'`, ...config },
    {
      path: 'rerank',
      body: { model: config.model, query, documents: texts, top_n: texts.length },
      schema: answerSchema,
      signal,
    },
  );
  return new Map(
    results.filter(({ index }) => index < texts.length).map(({ index, relevance_score }) => [index, relevance_score]),
  );
}
