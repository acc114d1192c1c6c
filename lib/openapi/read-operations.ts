import type { JsonSchema } from '../json/json-schema.ts';
import { asJson } from '../json/json-value.ts';
import { isRecord } from '../json/set-at-path.ts';
import { trimChars } from '../text/trim-chars.ts';
import { httpMethods } from '../tools/http-methods.ts';
import { type ApiCookie, type ApiOperation, type ApiParameter, bodyMediaTypes } from './api-operation.ts';
import { cut, inlineSchema, resolveReference } from './inline-schema.ts';

/** A document that cannot be read; the message is for the person who gave it. */
export class OpenApiError extends Error {}

export type ReadService = {
  readonly title: string;
  readonly description: string;
  /** May hold variables in braces. */
  readonly serverUrl: string | null;
  readonly operations: readonly ApiOperation[];
  /** Operations that cannot be tools, and why. */
  readonly skipped: readonly { readonly method: string; readonly path: string; readonly reason: string }[];
};

const MAX_OPERATIONS = 3000;
const MAX_NAME_CHARS = 60;
const MAX_DESCRIPTION_CHARS = 1000;
/** Schemas of one operation's arguments, and of its answer. */
const INPUT_SCHEMAS = 400;
const OUTPUT_SCHEMAS = 200;
/** In a path: where a credential of type `path` takes its place. */
export const CREDENTIAL_PLACE = 'credential';
/** Set by the request itself or by the credential. */
const OWN_HEADERS = ['accept', 'content-type', 'authorization', 'content-length', 'host', 'cookie'];

/**
 * The operations of an OpenAPI 3.1 document. Only local references are followed.
 * @throws {OpenApiError} when it has none
 */
export function readOperations(document: unknown): ReadService {
  if (!isRecord(document) || !isRecord(document.paths))
    throw new OpenApiError('The document has no paths, so it is no OpenAPI document');
  const operations: ApiOperation[] = [];
  const skipped: { method: string; path: string; reason: string }[] = [];
  const names = new Set<string>();
  for (const [path, found] of Object.entries(document.paths)) {
    // Extensions of the document are no paths.
    if (path.startsWith('x-')) continue;
    const item = resolved(found, document);
    if (!isRecord(item) || typeof item.$ref === 'string') {
      if (found !== null) skipped.push({ method: '', path, reason: 'what the document says of this path cannot be read' });
      continue;
    }
    for (const method of httpMethods) {
      const operation = item[method.toLowerCase()];
      if (operation === undefined || operation === null) continue;
      if (!isRecord(operation)) {
        skipped.push({ method, path, reason: 'it is no object' });
        continue;
      }
      if (operations.length === MAX_OPERATIONS) throw new OpenApiError(`The document has more than ${MAX_OPERATIONS} operations`);
      const read = readOrReason({ document, path, method, operation, shared: item.parameters, servers: item.servers }, names);
      if ('reason' in read) skipped.push({ method, path, reason: read.reason });
      else operations.push(read);
    }
  }
  if (operations.length === 0) throw new OpenApiError('The document has no operation that can be a tool');
  const info = isRecord(document.info) ? document.info : {};
  return {
    title: typeof info.title === 'string' ? cut(info.title, 100) : 'Service',
    description: typeof info.description === 'string' ? cut(info.description, MAX_DESCRIPTION_CHARS) : '',
    serverUrl: serverUrlOf(document),
    operations,
    skipped,
  };
}

/** An odd operation is skipped, and the others are read. */
function readOrReason(found: Found, names: Set<string>): ReturnType<typeof readOperation> {
  try {
    return readOperation(found, names);
  } catch (error) {
    return { reason: `it cannot be read: ${cut((error as Error).message, 200)}` };
  }
}

/** The first one, or the same by https; without any, the first of an operation. */
function serverUrlOf(document: Readonly<Record<string, unknown>>): string | null {
  const urls = serverUrls(document.servers);
  const [first] = urls.length > 0 ? urls : ownServersIn(document);
  if (first === undefined) return null;
  const secure = first.replace(/^http:/, 'https:');
  return urls.includes(secure) ? secure : first;
}

function serverUrls(servers: unknown): string[] {
  return (Array.isArray(servers) ? servers : []).flatMap((server: unknown) => {
    if (!isRecord(server) || typeof server.url !== 'string') return [];
    const variables = isRecord(server.variables) ? server.variables : {};
    const url = server.url.replaceAll(/\{([^{}]{1,100})\}/g, (whole, name: string) => {
      const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
      return isRecord(variable) && typeof variable.default === 'string' && variable.default !== '' ? variable.default : whole;
    });
    return [url];
  });
}

/** Of paths and operations. */
function ownServersIn({ paths }: Readonly<Record<string, unknown>>): string[] {
  const items = Object.values(isRecord(paths) ? paths : {}).filter(isRecord);
  return items
    .flatMap((item) => [item, ...httpMethods.map((method) => item[method.toLowerCase()])].filter(isRecord))
    .flatMap(({ servers }) => serverUrls(servers));
}

/** The server of an operation that the service does not have: its requests would reach another one. */
function foreignServer({ document, operation, servers }: Found): string | undefined {
  const own = serverUrls(operation.servers ?? servers);
  const known = serverUrls(document.servers);
  const all = known.length > 0 ? known : [serverUrlOf(document)];
  const bare = (url: string | null) => url?.replace(/^https?:/, '').replace(/\/$/, '');
  return own.some((url) => all.some((one) => bare(one) === bare(url))) ? undefined : own[0];
}

type Found = {
  readonly document: Readonly<Record<string, unknown>>;
  readonly path: string;
  readonly method: (typeof httpMethods)[number];
  readonly operation: Readonly<Record<string, unknown>>;
  /** Of all operations of the path. */
  readonly shared: unknown;
  /** Of the path. */
  readonly servers: unknown;
};

function readOperation(found: Found, names: Set<string>): ApiOperation | { readonly reason: string } {
  const { document, path, method, operation } = found;
  const elsewhere = foreignServer(found);
  if (elsewhere !== undefined) return { reason: `it is on a server of its own, ${cut(elsewhere, 200)}` };
  const parameters = readParameters(found);
  const missing = [...path.matchAll(/\{([^{}]+)\}/g)].find(
    ([, name]) => name !== CREDENTIAL_PLACE && !parameters.some((one) => one.in === 'path' && one.name === name),
  );
  if (missing) return { reason: `${missing[1]} of the path is not declared` };
  const body = readBody(found, parameters);
  if (body && 'reason' in body) return body;
  const fixed = parameters.filter(({ in: place, fixed: value }) => place === 'header' && value !== undefined);
  const open = parameters.filter((parameter) => !fixed.includes(parameter));
  const properties = { ...Object.fromEntries(open.map(({ argument, schema }) => [argument, schema])), ...body?.properties };
  const required = [...open.filter(({ isRequired }) => isRequired).map(({ argument }) => argument), ...(body?.required ?? [])];
  const summary = textOf(operation.summary);
  const description = textOf(operation.description) || summary || `${method} ${path}`;
  return {
    name: freeName(nameOf(operation.operationId, method, path), names),
    title: cut(summary || description.split('\n', 1)[0] || `${method} ${path}`, 100),
    description: cut(
      summary && !description.startsWith(summary) ? `${summary}. ${description}` : description,
      MAX_DESCRIPTION_CHARS,
    ),
    method,
    path,
    parameters: open.flatMap(({ schema: _, isRequired: __, fixed: ___, in: place, ...parameter }): ApiParameter[] =>
      place === 'cookie' ? [] : [{ ...parameter, in: place }],
    ),
    ...(open.some((one) => one.in === 'cookie') && {
      cookies: open.flatMap(({ in: place, argument, name, style }): ApiCookie[] =>
        place === 'cookie' ? [{ argument, name, style }] : [],
      ),
    }),
    headers: Object.fromEntries(fixed.map(({ name, fixed: value }) => [name, String(value)])),
    body: body && bodyOf(body),
    inputSchema: {
      type: 'object',
      properties: asJson(properties),
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
    outputSchema: asJson(answerSchema(operation, document)),
  };
}

function bodyOf({ mediaType, contentType, styles, argument, fields, fixed }: ReadBody): NonNullable<ApiOperation['body']> {
  return { mediaType, ...(contentType && { contentType }), ...(styles && { styles }), argument, fields, fixed };
}

type Place = ApiParameter['in'] | 'cookie';
type ReadParameter = Omit<ApiParameter, 'in'> & {
  readonly in: Place;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
  readonly fixed: unknown;
};

function readParameters({ document, operation, shared }: Found): ReadParameter[] {
  const listed = [operation.parameters, shared].flatMap((list) => (Array.isArray(list) ? list : []));
  const known = new Set<string>();
  const taken = new Set<string>();
  return listed.flatMap((entry): ReadParameter[] => {
    const parameter = resolved(entry, document);
    if (!isRecord(parameter) || typeof parameter.name !== 'string') return [];
    const { name, in: place } = parameter;
    if (place !== 'path' && place !== 'query' && place !== 'header' && place !== 'cookie') return [];
    if (place === 'header' && OWN_HEADERS.includes(name.toLowerCase())) return [];
    // Those of the operation come first, and replace those of the path.
    if (known.has(`${place} ${name}`)) return [];
    known.add(`${place} ${name}`);
    const schema = inlineSchema(schemaOf(parameter), { root: document, isInput: true, budget: { left: INPUT_SCHEMAS } });
    const described = {
      ...schema,
      ...(textOf(parameter.description) && { description: cut(textOf(parameter.description), 500) }),
    };
    const argument = freeName(taken.has(name) ? `${place}_${name}` : name, taken);
    const isRequired = place === 'path' || parameter.required === true;
    return [
      {
        argument,
        name,
        in: place,
        style: styleOf(place, parameter),
        ...(place === 'query' && parameter.allowReserved === true && { allowsReserved: true }),
        schema: described,
        isRequired,
        fixed: fixedOf(schema, isRequired),
      },
    ];
  });
}

function schemaOf(parameter: Readonly<Record<string, unknown>>): unknown {
  if (parameter.schema !== undefined) return parameter.schema;
  const [content] = Object.values(isRecord(parameter.content) ? parameter.content : {});
  return isRecord(content) ? content.schema : {};
}

/** What the place of a parameter allows, and what it means without a style. */
const STYLES = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
} as const;

function styleOf(place: keyof typeof STYLES, parameter: Readonly<Record<string, unknown>>): ApiParameter['style'] {
  if (parameter.schema === undefined && isRecord(parameter.content)) return 'json';
  const [usual] = STYLES[place];
  const style = STYLES[place].find((one) => one === parameter.style) ?? usual;
  if (style === 'deepObject') return style;
  const isExploded = typeof parameter.explode === 'boolean' ? parameter.explode : style === 'form';
  // Exploded, the delimiters between items are those of a form.
  if (style === 'spaceDelimited' || style === 'pipeDelimited') return isExploded ? 'formExploded' : style;
  return isExploded ? `${style}Exploded` : style;
}

function fixedOf(schema: JsonSchema, isRequired: boolean): unknown {
  if (schema.const !== undefined) return schema.const;
  return isRequired && Array.isArray(schema.enum) && schema.enum.length === 1 ? schema.enum[0] : undefined;
}

type ReadBody = NonNullable<ApiOperation['body']> & {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
};

function readBody(
  { document, operation }: Found,
  parameters: readonly ReadParameter[],
): ReadBody | null | { readonly reason: string } {
  const body = resolved(operation.requestBody, document);
  if (!isRecord(body) || !isRecord(body.content)) return null;
  const content = body.content;
  const mediaType = bodyMediaTypes.find((type) => Object.hasOwn(content, type)) ?? jsonTypeIn(content);
  if (!mediaType) {
    if (Object.keys(content).length === 0) return null;
    return {
      reason: `its body is ${Object.keys(content).slice(0, 3).join(', ') || 'of no type'}, and JSON, forms and text can be sent`,
    };
  }
  const written = Object.hasOwn(content, mediaType) ? mediaType : (Object.keys(content).find(isJsonType) ?? mediaType);
  const media = content[written];
  const styles = mediaType === 'application/x-www-form-urlencoded' ? stylesOf(media) : {};
  const sent = {
    mediaType,
    ...(isOtherJson(written) && { contentType: written }),
    ...(Object.keys(styles).length > 0 && { styles }),
  };
  const schema = inlineSchema(isRecord(media) ? media.schema : {}, {
    root: document,
    isInput: true,
    budget: { left: INPUT_SCHEMAS },
  });
  const properties = isRecord(schema.properties) ? (schema.properties as Record<string, JsonSchema>) : {};
  const names = Object.keys(properties);
  const isPlain = names.length > 0 && mediaType !== 'text/plain' && !schema.anyOf && !schema.oneOf && !schema.allOf;
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  if (!isPlain || names.some((name) => parameters.some(({ argument }) => argument === name))) {
    const argument = parameters.some((one) => one.argument === 'body') ? 'request_body' : 'body';
    const isRequired = body.required === true ? [argument] : [];
    return { ...sent, argument, fields: [], fixed: {}, properties: { [argument]: schema }, required: isRequired };
  }
  const fixed = Object.entries(properties).flatMap(([name, property]) =>
    property.const === undefined ? [] : [[name, property.const]],
  );
  const fixedNames = fixed.map(([name]) => name);
  return {
    ...sent,
    argument: null,
    fields: names,
    fixed: Object.fromEntries(fixed),
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !fixedNames.includes(name))),
    required: required.filter((name) => !fixedNames.includes(name) && Object.hasOwn(properties, name)),
  };
}

/** Services refuse one type of JSON where they want another, as that of JSON:API. */
function isOtherJson(type: string): boolean {
  return isJsonType(type) && !/^application\/json\b/i.test(type);
}

/** Of fields whose encoding says how they are written. */
function stylesOf(media: unknown): Record<string, ApiParameter['style']> {
  const encoding = isRecord(media) && isRecord(media.encoding) ? media.encoding : {};
  return Object.fromEntries(
    Object.entries(encoding).flatMap(([name, how]) =>
      isRecord(how) && (how.style !== undefined || how.explode !== undefined)
        ? [[name, styleOf('query', { schema: {}, ...how })] as const]
        : [],
    ),
  );
}

function jsonTypeIn(content: object): 'application/json' | undefined {
  return Object.keys(content).some(isJsonType) ? 'application/json' : undefined;
}

function isJsonType(type: string): boolean {
  return /^application\/(json|[\w.-]{1,100}\+json)\b/i.test(type);
}

/** Of the first answer that is a success and JSON. */
function answerSchema({ responses }: Readonly<Record<string, unknown>>, document: unknown): JsonSchema {
  const entries = Object.entries(isRecord(responses) ? responses : {}).filter(([status]) => /^(2|default)/.test(status));
  for (const [, found] of entries) {
    const answer = resolved(found, document);
    if (!isRecord(answer) || !isRecord(answer.content)) continue;
    const json = Object.entries(answer.content).find(([type]) => isJsonType(type))?.[1];
    if (isRecord(json)) return inlineSchema(json.schema, { root: document, isInput: false, budget: { left: OUTPUT_SCHEMAS } });
  }
  return {};
}

function resolved(value: unknown, document: unknown, depth = 0): unknown {
  if (!isRecord(value) || typeof value.$ref !== 'string' || depth > 10) return value;
  return resolved(resolveReference(document, value.$ref), document, depth + 1);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function nameOf(operationId: unknown, method: string, path: string): string {
  const source = textOf(operationId) || `${method.toLowerCase()}_${path}`;
  const name = trimChars(source.replaceAll(/[^A-Za-z0-9_-]+/g, '_'), '_');
  return name.slice(0, MAX_NAME_CHARS) || 'operation';
}

function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count++) free = `${name}_${count}`;
  taken.add(free);
  return free;
}
