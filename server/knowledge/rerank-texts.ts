import { z } from 'zod';
import type { MeteredRequest } from '#lib/ports/model-meter.ts';
import type { TokenUsage } from '#lib/run/run-event.ts';
import type { RerankerConfig } from '../config/config-schema.ts';
import { callEndpoint } from './call-endpoint.ts';
import { meteredCall, promptUsage } from './metered-call.ts';

const answerSchema = z.object({
  results: z.array(z.object({ index: z.int().nonnegative(), relevance_score: z.number() })),
  // Jina and vLLM count tokens, Cohere searches.
  usage: z.object({ total_tokens: z.number().nonnegative().optional() }).nullish().catch(undefined),
  meta: z
    .object({ billed_units: z.object({ search_units: z.number().nonnegative().optional() }).nullish() })
    .nullish()
    .catch(undefined),
});

/**
 * How well each text answers the question; missing for texts that the model left out.
 * @see https://docs.cohere.com/reference/rerank, which Jina, vLLM and LiteLLM speak too
 * @throws {NodeFailure} `knowledge-failed`; what the meter refuses
 */
export async function rerankTexts(
  query: string,
  texts: readonly string[],
  { name, config, signal, meter }: MeteredRequest & { readonly name: string; readonly config: RerankerConfig },
): Promise<Map<number, number>> {
  const { model } = config;
  const call = { operation: 'rerank', model: { name, provider: 'rerank', modelId: model }, texts: texts.length } as const;
  const results = await meteredCall(call, { meter, signal }, async () => {
    const answered = await callEndpoint(
      { label: `reranker '${name}'`, ...config },
      {
        path: 'rerank',
        body: { model, query, documents: texts, top_n: texts.length },
        schema: answerSchema,
        signal,
      },
    );
    // A reranker reads the question with each text.
    const usage = promptUsage(
      answered.usage?.total_tokens,
      texts.map((text) => query + text),
    );
    const searches = answered.meta?.billed_units?.search_units ?? 1;
    return { answer: answered.results, usage: withPrice(usage, searches, config.price) };
  });
  return new Map(
    results.filter(({ index }) => index < texts.length).map(({ index, relevance_score }) => [index, relevance_score]),
  );
}

/** By tokens, by searches, or by both; without a cost where no price is set. */
function withPrice(usage: TokenUsage, searches: number, price: RerankerConfig['price']): TokenUsage {
  if (!price) return usage;
  const { input = 0, search = 0 } = price;
  return { ...usage, costUsd: (usage.promptTokens * input) / 1e6 + (searches * search) / 1000 };
}
