import { AppError } from '#lib/errors/app-error.ts';
import { GuardedFetchError } from '#lib/errors/guarded-fetch-error.ts';
import type { FailureField } from '#lib/openapi/api-operation.ts';
import { OpenApiError, type ReadService } from '#lib/openapi/read-operations.ts';
import type { GuardedFetch } from '#lib/ports/runtime.ts';
import { decodeText } from '#lib/text/decode-text.ts';
import { didYouMean } from '#lib/text/did-you-mean.ts';
import { isReadingMethod } from '#lib/tools/http-methods.ts';
import { MAX_DOCUMENT_CHARS, readOpenApi } from './read-openapi.ts';
import { readRecipes } from './recipes.ts';

type Source = { readonly recipe?: string | undefined; readonly url?: string | undefined; readonly document?: string | undefined };

export type LoadedSource = ReadService & {
  readonly recipe: string | null;
  readonly failure: FailureField | null;
  /** Names of the operations that are tools unless others are chosen. */
  readonly suggested: readonly string[];
};

const MAX_SUGGESTED = 50;

/**
 * The operations of a recipe or of an OpenAPI document.
 * @param fetch guarded, without credentials
 * @throws {AppError} `body-invalid` that names the field
 */
export async function loadSource({ recipe, url, document }: Source, fetch: GuardedFetch): Promise<LoadedSource> {
  if (recipe !== undefined) return fromRecipe(recipe);
  const field = url === undefined ? 'document' : 'url';
  const text = url === undefined ? (document ?? '') : await download(url, fetch);
  try {
    const read = await readOpenApi(text);
    const serverUrl = read.serverUrl === null ? null : absolute(read.serverUrl, url);
    const reading = read.operations.filter(({ method }) => isReadingMethod(method)).map(({ name }) => name);
    return { ...read, serverUrl, recipe: null, failure: null, suggested: reading.slice(0, MAX_SUGGESTED) };
  } catch (error) {
    if (!(error instanceof OpenApiError)) throw error;
    throw invalid(field, error.message);
  }
}

async function fromRecipe(id: string): Promise<LoadedSource> {
  const recipes = await readRecipes();
  const found = recipes.find((one) => one.id === id);
  if (!found) {
    const meant = didYouMean(
      id,
      recipes.map((one) => one.id),
    );
    throw invalid('recipe', `There is no recipe '${id}'${meant ? `. Did you mean ${meant}?` : ''}`);
  }
  const { service, description, failure = null } = found;
  return { ...service, description, recipe: id, failure, suggested: service.operations.map(({ name }) => name) };
}

async function download(url: string, fetch: GuardedFetch): Promise<string> {
  try {
    const { status, headers, body } = await fetch(url, { method: 'GET', maxBytes: MAX_DOCUMENT_CHARS });
    if (status !== 200) throw invalid('url', `The address answered ${status}`);
    return (await decodeText(body, { declared: headers['content-type'] })).text;
  } catch (error) {
    if (!GuardedFetchError.is(error)) throw error;
    throw invalid('url', error.message, error);
  }
}

/** The server of a document may be relative to its own address. */
function absolute(serverUrl: string, documentUrl: string | undefined): string | null {
  if (/^https?:\/\//i.test(serverUrl)) return serverUrl;
  return documentUrl === undefined ? null : (URL.parse(serverUrl, documentUrl)?.href ?? null);
}

function invalid(field: string, message: string, cause?: unknown): AppError {
  const problem = { path: `body.${field}`, message };
  return new AppError('body-invalid', `${problem.path}: ${message}`, { cause, details: { problems: [problem] } });
}
