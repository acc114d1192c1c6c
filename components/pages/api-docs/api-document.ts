import { wordClientError } from '#components/data/word-client-error.ts';
import { ApiError } from '#lib/api/api-error.ts';
import { LANGUAGE_HEADER } from '#lib/i18n/language.ts';

/** An OpenAPI document, with the key that it was read with if it is that of an endpoint. */
export type ApiDocument = { readonly content: Readonly<Record<string, unknown>>; readonly key?: string };

/**
 * The document of the whole API.
 * @throws {Error} with the message of the server
 */
export function loadApiDocument(): Promise<ApiDocument> {
  return load('/api/v1/openapi.json');
}

/**
 * The document of an endpoint.
 * @throws {Error} as `loadApiDocument`
 */
export async function loadEndpointDocument(slug: string, key: string): Promise<ApiDocument> {
  return { ...(await load(`/api/v1/run/${slug}/openapi.json`, key)), key };
}

/** Replaces the servers of the document: requests go to the origin of this page, whatever its public address is. */
async function load(url: string, key?: string): Promise<ApiDocument> {
  const { lang } = document.documentElement;
  const fail = (error: Pick<ApiError, 'status' | 'code'>, message: string): never => {
    throw wordClientError(new ApiError(error, message), lang);
  };
  const language = { [LANGUAGE_HEADER]: lang };
  const init: RequestInit =
    key === undefined ? { headers: language } : { headers: { ...language, authorization: `Bearer ${key}` }, credentials: 'omit' };
  const response = await fetch(url, init).catch(() => fail({ status: 0, code: 'connection-failed' }, `No answer from ${url}`));
  // A proxy answers with a page of its own.
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok || typeof body !== 'object' || body === null) {
    const { error } = (body ?? {}) as { error?: { message?: string } };
    if (error?.message) throw new Error(error.message);
    return fail({ status: response.status, code: 'response-invalid' }, `The server answered ${response.status}`);
  }
  // Swagger UI warns about any dialect but that of OpenAPI 3.1; ours is JSON Schema 2020-12, which it extends.
  const { jsonSchemaDialect: _, ...content } = body as Record<string, unknown>;
  return { content: { ...content, servers: [{ url: window.location.origin }] } };
}
