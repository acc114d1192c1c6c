import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ApiOperation, ApiParameter } from '#lib/openapi/api-operation.ts';
import { CREDENTIAL_PLACE } from '#lib/openapi/read-operations.ts';
import type { GuardedFetchInit } from '#lib/ports/runtime.ts';

type Input = Readonly<Record<string, unknown>>;
export type ApiRequest = { readonly url: string; readonly init: Pick<GuardedFetchInit, 'method' | 'headers' | 'body'> };

/**
 * The request of a call. Its address is always below that of the server.
 * @throws {NodeFailure} `tool-arguments-invalid` for a value that an address or a header cannot carry
 */
export function buildRequest(operation: ApiOperation, { serverUrl, input }: { serverUrl: string; input: Input }): ApiRequest {
  const { method, parameters, body } = operation;
  const given = parameters.filter(({ argument }) => input[argument] !== undefined);
  const url = addressOf(operation, { serverUrl, input });
  for (const parameter of given) if (parameter.in === 'query') addQuery(url.searchParams, parameter, input[parameter.argument]);
  const headers: Record<string, string> = { accept: 'application/json, text/*;q=0.9, */*;q=0.5', ...operation.headers };
  for (const parameter of given)
    if (parameter.in === 'header') headers[parameter.name.toLowerCase()] = headerValue(parameter, input[parameter.argument]);
  const text = body ? bodyText(body, input) : undefined;
  if (body && text !== undefined) headers['content-type'] = body.mediaType;
  return { url: url.href, init: { method, headers, ...(text !== undefined && { body: text }) } };
}

function addressOf({ path, parameters }: ApiOperation, { serverUrl, input }: { serverUrl: string; input: Input }): URL {
  const base = serverUrl.replace(/\/$/, '');
  const filled = path.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
    if (name === CREDENTIAL_PLACE) return whole;
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
    return parameter ? pathPart(parameter, input[parameter.argument]) : '';
  });
  const url = new URL(`${base}${filled.startsWith('/') ? '' : '/'}${filled}`);
  // Documents name several operations of one address by a fragment.
  url.hash = '';
  return url;
}

function pathPart(parameter: ApiParameter, value: unknown): string {
  const text = Array.isArray(value) ? value.map(asText).join(',') : asText(value);
  // An address is resolved before it is sent: these would lead to another operation.
  if (text === '' || /^\.{1,2}$/.test(text))
    throw refused(parameter, `${parameter.argument} is ${shown(text)}, which is no part of a path`);
  return encodeURIComponent(text.toWellFormed());
}

function addQuery(query: URLSearchParams, { name, style }: ApiParameter, value: unknown): void {
  if (Array.isArray(value)) {
    if (style === 'comma') query.append(name, value.map(asText).join(','));
    else for (const item of value) query.append(name, asText(item));
    return;
  }
  if (style === 'deep' && typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) query.append(`${name}[${key}]`, asText(item));
    return;
  }
  query.append(name, asText(value));
}

function headerValue(parameter: ApiParameter, value: unknown): string {
  const text = Array.isArray(value) ? value.map(asText).join(',') : asText(value);
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  throw refused(parameter, `${parameter.argument} is ${shown(text)}, which holds a character that no header can carry`);
}

function bodyText({ mediaType, argument, fields, fixed }: NonNullable<ApiOperation['body']>, input: Input): string | undefined {
  const given = fields.filter((name) => input[name] !== undefined).map((name) => [name, input[name]] as const);
  const value = argument === null ? { ...Object.fromEntries(given), ...fixed } : input[argument];
  if (value === undefined) return undefined;
  if (mediaType === 'text/plain') return asText(value);
  if (mediaType === 'application/json') return JSON.stringify(value);
  const form = new URLSearchParams();
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  for (const [name, item] of entries) for (const one of [item].flat()) form.append(name, asText(one));
  return form.toString();
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

function refused({ argument }: ApiParameter, message: string): NodeFailure {
  return new NodeFailure('tool-arguments-invalid', message, { path: argument });
}

function shown(value: string): string {
  return JSON.stringify(value.slice(0, 100));
}
