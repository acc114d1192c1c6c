import { z } from 'zod';
import { ApiError } from '#lib/api/api-error.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import type { ModelDraft } from './model-draft.ts';

const detailsSchema = z.object({ problems: z.array(z.object({ path: z.string(), message: z.string() })) });

/** As the API calls what the form shows. */
const fields: Readonly<Record<string, keyof ModelDraft>> = {
  'params.name': 'name',
  'body.modelId': 'modelId',
  'body.baseUrl': 'baseUrl',
  'body.apiKey': 'apiKey',
  'body.credentialId': 'credentialId',
  'body.temperature': 'temperature',
  'body.timeoutMs': 'timeoutS',
  'body.contextTokens': 'contextTokens',
  'body.maxOutputTokens': 'maxOutputTokens',
  'body.reasoningEffort': 'reasoningEffort',
  'body.price.input': 'priceInput',
  'body.price.output': 'priceOutput',
  'body.price.cachedInput': 'priceCached',
};

/** Errors of the server for a model, by field; `whole` for errors of no single field. */
export function refusedFields(error: unknown): Partial<Record<keyof ModelDraft | 'whole', string>> {
  const message = errorMessage(error);
  const details = error instanceof ApiError ? detailsSchema.safeParse(error.details) : undefined;
  const named = (details?.data?.problems ?? []).flatMap((problem) => {
    const field = fields[problem.path];
    return field ? [[field, problem.message] as const] : [];
  });
  return named.length > 0 ? Object.fromEntries(named) : { whole: message };
}
