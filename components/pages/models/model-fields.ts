import type { ModelDraft } from './model-draft.ts';

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

/** The field of the form that is sent at a path of the request. */
export function fieldOfModel(path: string): keyof ModelDraft | undefined {
  return Object.hasOwn(fields, path) ? fields[path] : undefined;
}
