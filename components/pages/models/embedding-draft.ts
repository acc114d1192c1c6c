import type { EmbeddingSetting } from '#lib/api/changeable-settings.ts';

/** An embedding model as its form holds it: every field a text. */
export type EmbeddingDraft = Readonly<
  Record<'name' | 'baseUrl' | 'model' | 'apiKey' | 'dimensions' | 'inputPrice' | 'queryPrefix' | 'documentPrefix', string>
>;
type Problem = 'required' | 'wrongName' | 'takenName' | 'wrongNumber' | 'wrongPrice';

const NAME = /^[a-zA-Z0-9][\w.-]{0,99}$/;

/** @param stored undefined for a new one, which is `main` when it is the first */
export function embeddingDraftOf(stored: EmbeddingSetting | undefined, taken: readonly string[]): EmbeddingDraft {
  return {
    name: stored?.name ?? (taken.length === 0 ? 'main' : ''),
    baseUrl: stored?.baseUrl ?? '',
    model: stored?.model ?? '',
    apiKey: '',
    dimensions: stored?.dimensions?.toString() ?? '',
    inputPrice: stored?.inputPrice?.toString() ?? '',
    queryPrefix: stored?.queryPrefix ?? '',
    documentPrefix: stored?.documentPrefix ?? '',
  };
}

/** @param taken names of the others */
export function embeddingProblems(
  draft: EmbeddingDraft,
  taken: readonly string[],
): Partial<Record<keyof EmbeddingDraft, Problem>> {
  const problems: Partial<Record<keyof EmbeddingDraft, Problem>> = {};
  const name = draft.name.trim();
  if (name === '') problems.name = 'required';
  else if (!NAME.test(name)) problems.name = 'wrongName';
  else if (taken.includes(name)) problems.name = 'takenName';
  for (const key of ['model', 'baseUrl'] as const) if (draft[key].trim() === '') problems[key] = 'required';
  const dimensions = Number(draft.dimensions.trim() || 1);
  if (!Number.isInteger(dimensions) || dimensions < 1) problems.dimensions = 'wrongNumber';
  const price = Number(draft.inputPrice);
  if (!Number.isFinite(price) || price < 0) problems.inputPrice = 'wrongPrice';
  return problems;
}

/** The request for a draft without problems. Without a key the stored one stays. */
export function embeddingOf(draft: EmbeddingDraft) {
  const { baseUrl, model, apiKey, dimensions, inputPrice, queryPrefix, documentPrefix } = draft;
  return {
    baseUrl: baseUrl.trim(),
    model: model.trim(),
    dimensions: dimensions.trim() === '' ? null : Number(dimensions),
    inputPrice: inputPrice.trim() === '' ? null : Number(inputPrice),
    queryPrefix,
    documentPrefix,
    ...(apiKey.trim() !== '' && { apiKey: apiKey.trim() }),
  };
}
