import { Context, Drop, Liquid, type Template, toValueSync, Value } from 'liquidjs';
import { ExpressionError } from './expression-error.ts';
import { OPTIONAL_ROOT } from './optional-root.ts';
import { MISSING, missingPathError, type Path, readPath, type Scope } from './read-path.ts';

const RENDER_LIMIT_MS = 200;
const PARSE_LIMIT_CHARS = 1_000_000;
const MEMORY_LIMIT = 10_000_000;
/**
 * Characters that one rendering may produce, including captures: Liquid's own limit counts only
 * those of filters.
 */
const OUTPUT_LIMIT_CHARS = 20_000_000;

// Branches are nodes; the other tags read files or keep state between tags.
const KEPT_TAGS = new Set(['assign', 'capture', 'comment', 'for', 'raw']);
// `raw` would print objects as [object Object]; the `_exp` filters parse text at run time,
// bypassing our strict reader; `sample` is random; the others depend on the platform.
const DROPPED_FILTERS = [
  'raw',
  'where_exp',
  'reject_exp',
  'group_by_exp',
  'has_exp',
  'find_exp',
  'find_index_exp',
  'sample',
  'inspect',
  'sha256',
  'hmac_sha256',
];

const liquid = new Liquid({
  // Otherwise an include would read files of the host.
  templates: {},
  ownPropertyOnly: true,
  strictFilters: true,
  strictVariables: true,
  parseLimit: PARSE_LIMIT_CHARS,
  renderLimit: RENDER_LIMIT_MS,
  memoryLimit: MEMORY_LIMIT,
  timezoneOffset: 0,
  outputEscape: (value: unknown) => counted(toText(finite(value))),
});
for (const tag of Object.keys(liquid.tags)) if (!KEPT_TAGS.has(tag)) delete liquid.tags[tag];
for (const filter of DROPPED_FILTERS) delete liquid.filters[filter];

// Liquid would print an object as [object Object] in these filters.
for (const name of [
  'append',
  'prepend',
  'upcase',
  'downcase',
  'capitalize',
  'strip',
  'lstrip',
  'rstrip',
  'squish',
  'strip_newlines',
  'newline_to_br',
  'strip_html',
  'escape',
  'escape_once',
  'xml_escape',
  'replace',
  'replace_first',
  'replace_last',
  'remove',
  'remove_first',
  'remove_last',
  'truncate',
  'truncatewords',
  'number_of_words',
  'normalize_whitespace',
  'slugify',
  'url_encode',
  'url_decode',
  'uri_escape',
  'cgi_escape',
  'base64_encode',
  'base64_decode',
])
  beforeFilter(name, readable);
for (const name of ['join', 'array_to_sentence_string'])
  beforeFilter(name, (value) => (Array.isArray(value) ? value.map(readable) : readable(value)));

beforeFilter('split', (value) => {
  if (typeof value !== 'object' || value === null || value instanceof Drop) return value;
  const kind = Array.isArray(value) ? 'a list' : 'an object';
  throw new ExpressionError('expression-failed', `The filter 'split' takes text, but was given ${kind}`);
});
// Liquid's own would replace `false`.
liquid.registerFilter('default', (value: unknown, other: unknown) => (isBlank(value) ? other : value));

function isBlank(value: unknown): boolean {
  const plain = value instanceof Drop ? value.valueOf() : value;
  return plain === null || plain === undefined || plain === '' || (Array.isArray(plain) && plain.length === 0);
}

function beforeFilter(name: string, change: (value: unknown) => unknown): void {
  const filter = liquid.filters[name];
  if (typeof filter !== 'function') throw new Error(`Liquid has no filter ${name}`);
  liquid.registerFilter(name, function (value: unknown, ...options: unknown[]) {
    return filter.call(this, change(value), ...options.map(readable));
  });
}

function readable(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !(value instanceof Drop) ? toText(value) : value;
}

/** Filters of templates. Code that does not load Liquid uses `filters`. */
export function liquidFilterNames(): readonly string[] {
  return Object.keys(liquid.filters);
}

/** Errors of Liquid, for syntax that our own reader accepts although Liquid does not. */
export function liquidProblem(source: string): string | undefined {
  try {
    liquid.parse(source);
    return undefined;
  } catch (error) {
    return asExpressionError(error).message;
  }
}

/** Compiles a template to a function that renders text. `parseTemplate` has validated the source. */
export function compileText(source: string): (scope: Scope) => string {
  const templates: Template[] = liquid.parse(source);
  return (scope) =>
    guarded(() => {
      const outer = charsLeft;
      charsLeft = OUTPUT_LIMIT_CHARS;
      try {
        return String(toValueSync(liquid.renderer.renderTemplates(templates, contextFor(scope))));
      } finally {
        charsLeft = outer;
      }
    });
}

/** Compiles the inside of one `{{…}}` to a function that returns its value with its type. */
export function compileTag(inside: string): (scope: Scope) => unknown {
  const value = new Value(inside, liquid);
  return (scope) => guarded(() => jsonValue(toValueSync(value.value(contextFor(scope)))));
}

let charsLeft = OUTPUT_LIMIT_CHARS;

function counted(text: string): string {
  charsLeft -= text.length;
  if (charsLeft < 0)
    throw new ExpressionError('expression-limit', `The template writes more than ${OUTPUT_LIMIT_CHARS} characters`);
  return text;
}

/** A value inside text: objects and lists as JSON, `null` as nothing, other values as strings. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined || value instanceof Drop) return '';
  return typeof value === 'object' ? jsonText(value) : String(value);
}

function jsonText(value: object): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    throw new ExpressionError('expression-failed', 'A value cannot be written as JSON: it is nested too deeply', {
      cause: error,
    });
  }
}

function contextFor(scope: Scope): Context {
  return new StrictContext(scope, liquid.options, { sync: true }, { liquid });
}

/** Reads own keys only. A missing path is an error that names the missing key. */
class StrictContext extends Context {
  override *_get(paths: (string | number | Drop)[]): IterableIterator<unknown> {
    const isOptional = paths[0] === OPTIONAL_ROOT;
    const [root, ...path] = (isOptional ? paths.slice(1) : paths) as [string, ...(string | number)[]];
    const scope = this.#scopeOf(root);
    // `forloop` is an object of Liquid with methods.
    if (scope[root] instanceof Drop) return yield this._getFromScope(scope as object, [root, ...path], true);
    const value = Object.hasOwn(scope, root) ? readPath(scope[root], path as Path) : MISSING;
    if (value !== MISSING) return value;
    if (isOptional) return undefined;
    throw missingPathError(scope, root, path as Path);
  }

  #scopeOf(root: string): Scope {
    // `findScope` includes inherited names such as `constructor`, which templates must not read.
    const found = (this as unknown as { findScope(key: string): Scope }).findScope(root);
    return Object.hasOwn(found, root) ? found : (this.environments as Scope);
  }
}

function jsonValue(value: unknown): unknown {
  // `nil` is an object of Liquid.
  return value === undefined || value instanceof Drop ? null : finite(value);
}

/** JSON has no other numbers. */
function finite(value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new ExpressionError('expression-failed', `A filter gave ${value}, which is not a number`);
  return value;
}

function guarded<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw asExpressionError(error);
  }
}

function asExpressionError(error: unknown): ExpressionError {
  for (let cause = error; cause instanceof Error; cause = (cause as { originalError?: unknown }).originalError) {
    if (cause instanceof ExpressionError) return cause;
  }
  const message = error instanceof Error ? error.message.replace(/, line:\d+, col:\d+$/, '') : String(error);
  const isLimit = /limit exceeded/.test(message);
  return new ExpressionError(
    isLimit ? 'expression-limit' : 'expression-failed',
    isLimit ? `The template is too much work: ${message}` : message,
    {
      cause: error,
    },
  );
}
