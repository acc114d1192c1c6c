import { Context, Drop, Liquid, type Template, toValueSync, Value } from 'liquidjs';
import { ExpressionError } from './expression-error.ts';
import { CEL_ROOT, ELSE_ROOT, OPTIONAL_ROOT } from './optional-root.ts';
import { MISSING, missingPathError, type Path, readPath, type Scope } from './read-path.ts';
import type { Reference } from './reference.ts';
import { plainToText } from './to-text.ts';
import { WorkLimit } from './work-limit.ts';

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

/** The tags with CEL of a template, by their number in it. */
type CelTags = readonly { readonly references: readonly Reference[]; evaluate(scope: Scope): unknown }[];

/** Compiles a template to a function that renders text. `parseTemplate` has validated the source. */
export function compileText(source: string, tags: CelTags = []): (scope: Scope) => string {
  const templates: Template[] = liquid.parse(source);
  return (scope) =>
    guarded(() => {
      const outer = charsLeft;
      charsLeft = OUTPUT_LIMIT_CHARS;
      try {
        return String(toValueSync(liquid.renderer.renderTemplates(templates, contextFor(scope, tags))));
      } finally {
        charsLeft = outer;
      }
    });
}

/** Compiles the inside of one `{{…}}` to a function that returns its value with its type. */
export function compileTag(inside: string, tags: CelTags): (scope: Scope) => unknown {
  const value = new Value(inside, liquid);
  return (scope) => guarded(() => jsonValue(toValueSync(value.value(contextFor(scope, tags)))));
}

let charsLeft = OUTPUT_LIMIT_CHARS;

function counted(text: string): string {
  charsLeft -= text.length;
  if (charsLeft < 0)
    throw new ExpressionError('expression-limit', `The template writes more than ${OUTPUT_LIMIT_CHARS} characters`);
  return text;
}

/** As `plainToText`, for the values that only Liquid has, too. */
export function toText(value: unknown): string {
  return value instanceof Drop ? '' : plainToText(value);
}

function contextFor(scope: Scope, tags: CelTags): Context {
  const context = new StrictContext(scope, liquid.options, { sync: true }, { liquid, renderLimit: renderLimiter() });
  context.celTags = tags;
  return context;
}

type Limiter = Context['renderLimit'];

/** Used instead of Liquid's own, which counts the time that a busy machine lets a thread wait. */
function renderLimiter(): Limiter {
  const limit = new WorkLimit(RENDER_LIMIT_MS);
  const check = (nowMs: number) => {
    if (limit.isExceeded(nowMs)) throw new Error('template render limit exceeded');
  };
  return { check } as unknown as Limiter;
}

/** Reads own keys only. A missing path is an error that names the missing key. */
class StrictContext extends Context {
  celTags: CelTags = [];

  override *_get(paths: (string | number | Drop)[]): IterableIterator<unknown> {
    const isOptional = paths[0] === OPTIONAL_ROOT;
    const isElse = paths[0] === ELSE_ROOT;
    const [root, ...path] = (isOptional || isElse ? paths.slice(1) : paths) as [string, ...(string | number)[]];
    if (root === CEL_ROOT) return this.#evaluate(this.celTags[Number(path[0])] as CelTags[number]);
    const scope = this.#scopeOf(root);
    // `forloop` is an object of Liquid with methods.
    if (scope[root] instanceof Drop) return yield this._getFromScope(scope as object, [root, ...path], true);
    const value = Object.hasOwn(scope, root) ? readPath(scope[root], path as Path) : MISSING;
    if (value !== MISSING) return value;
    if (isOptional || (isElse && !Object.hasOwn(scope, root))) return undefined;
    throw missingPathError(scope, root, path as Path);
  }

  /** The variables of the template are values of the scope, for what the tag reads. */
  #evaluate({ references, evaluate }: CelTags[number]): unknown {
    const scope: Record<string, unknown> = Object.assign(Object.create(null), this.environments);
    for (const { root } of references) {
      const holder = this.#scopeOf(root);
      if (Object.hasOwn(holder, root) && !(holder[root] instanceof Drop)) scope[root] = holder[root];
    }
    return evaluate(scope);
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
