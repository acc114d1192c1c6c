import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ApiOperation, ApiParameter } from '#lib/openapi/api-operation.ts';
import { CREDENTIAL_PLACE } from '#lib/openapi/read-operations.ts';
import type { GuardedFetchInit } from '#lib/ports/runtime.ts';
import { asText, headerText, pathText, queryPairs } from './parameter-text.ts';

type Input = Readonly<Record<string, unknown>>;
export type ApiRequest = { readonly url: string; readonly init: Pick<GuardedFetchInit, 'method' | 'headers' | 'body'> };

/**
 * The request of a call. Its address is always below that of the server.
 * @throws {NodeFailure} `tool-arguments-invalid` for a value that an address or a header cannot carry
 */
export function buildRequest(operation: ApiOperation, { serverUrl, input }: { serverUrl: string; input: Input }): ApiRequest {
  const { method, parameters, cookies = [], body } = operation;
  const given = parameters.filter(({ argument }) => input[argument] !== undefined);
  const url = addressOf(operation, { serverUrl, input });
  const pairs = given.filter((one) => one.in === 'query').flatMap((one) => queryPairs(one, input[one.argument]));
  if (pairs.length > 0) url.search = [...(url.search === '' ? [] : [url.search.slice(1)]), ...pairs].join('&');
  const headers: Record<string, string> = { accept: 'application/json, text/*;q=0.9, */*;q=0.5', ...operation.headers };
  for (const parameter of given) {
    const value = parameter.in === 'header' ? headerText(parameter, input[parameter.argument]) : undefined;
    if (value !== undefined) headers[parameter.name.toLowerCase()] = headerValue(parameter, value);
  }
  const sent = cookies.flatMap((one) => queryPairs(one, input[one.argument]));
  if (sent.length > 0) headers.cookie = sent.join('; ');
  const text = body ? bodyText(body, input) : undefined;
  if (body && text !== undefined) headers['content-type'] = body.contentType ?? body.mediaType;
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
  const text = pathText(parameter, value) ?? '';
  // An address is resolved before it is sent: these would lead to another operation.
  if (text === '' || /^(?:\.|%2e){1,2}$/i.test(text))
    throw refused(parameter, `${parameter.argument} is ${shown(asText(value))}, which is no part of a path`);
  return text;
}

function headerValue(parameter: ApiParameter, text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  throw refused(parameter, `${parameter.argument} is ${shown(text)}, which holds a character that no header can carry`);
}

function bodyText(body: NonNullable<ApiOperation['body']>, input: Input): string | undefined {
  const { mediaType, argument, fields, fixed, styles = {} } = body;
  const given = fields.filter((name) => input[name] !== undefined).map((name) => [name, input[name]] as const);
  const value = argument === null ? { ...Object.fromEntries(given), ...fixed } : input[argument];
  if (value === undefined) return undefined;
  if (mediaType === 'text/plain') return asText(value);
  if (mediaType === 'application/json') return JSON.stringify(value);
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return entries
    .flatMap(([name, item]: [string, unknown]) => {
      const style = Object.hasOwn(styles, name) ? styles[name] : undefined;
      if (style) return queryPairs({ argument: name, name, style }, item);
      const values = [item].flat().filter((one) => one !== null && one !== undefined);
      return values.map((one) => new URLSearchParams([[name, asText(one)]]).toString());
    })
    .join('&');
}

function refused({ argument }: ApiParameter, message: string): NodeFailure {
  return new NodeFailure('tool-arguments-invalid', message, { path: argument });
}

function shown(value: string): string {
  return JSON.stringify(value.slice(0, 100));
}
