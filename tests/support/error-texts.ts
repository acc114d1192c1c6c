import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';

/** Folders whose texts reach people as errors of runs, nodes or the API. */
const FOLDERS = ['engine', 'lib/skills', 'lib/expression', 'server'];
/** What only logs, the start of a process and its commands show, and texts for programs that measure. */
const OTHER_FOLDERS =
  /^server\/(backup|telemetry|mcp-endpoint|templates|db\/(database|queue|generated|maintenance)|config\/(environment|expand-variables|file-override|load-config|reach))|^server\/stream\/redis-hub/;
/** Summaries and texts for models, the reference executor, code in the sandbox, and what only logs and startup show. */
const OTHER_TEXTS =
  /\.test\.|\.gen\.|expression\/(cel-functions|function-guide)|engine\/(reference|memory)\/|server\/sandbox\/(guest|python|javascript)\/|load-master-key|front\/(app-frame-script|front|operations-server|require-sign-in|serve-pages)\.ts|scopes\/|contract\/|try-model|make-tool-kit|code\/run-for-model|read_result\.handler|read_skill\.handler|a2a-services\/to-sourced-tools|run_skill_script\.handler|new-skill\.ts/;
const STATEMENT = /^(SELECT|WITH|UPDATE|INSERT|DELETE|EXISTS|NOT EXISTS|FROM) /;

type Node = { readonly type?: string; readonly [key: string]: unknown };
export type ErrorText = { readonly path: string /** With `⟪0⟫`, `⟪1⟫` … for the values. */; readonly text: string };

/** Every sentence in the sources of errors, as it looks with values filled in. */
export function findErrorTexts(root: string): ErrorText[] {
  const paths = FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root })).filter(
    (path) => !OTHER_TEXTS.test(path) && !OTHER_FOLDERS.test(path),
  );
  return paths.flatMap((path) => {
    const { program } = parseSync(path, readFileSync(join(root, path), 'utf8'));
    return [...sentencesIn(program.body as unknown as Node[])].map((text) => ({ path, text }));
  });
}

function* sentencesIn(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* sentencesIn(item);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const node = value as Node;
  if (!isForPeople(node)) return;
  const text = textOf(node);
  if (text !== undefined && isSentence(text)) yield text;
  for (const inner of Object.values(node)) yield* sentencesIn(inner);
}

/** Descriptions of schemas are documentation, `new Error` is a defect, and logs are in English. */
function isForPeople(node: Node): boolean {
  const isType = node.type?.startsWith('TS') && !isTupleWithText(node);
  if (node.type === 'ImportDeclaration' || isType) return false;
  const callee = node.callee as { name?: string; property?: { name?: string }; object?: { name?: string } } | undefined;
  if (node.type === 'NewExpression') return !['Error', 'DOMException', 'RegExp'].includes(callee?.name ?? '');
  return callee?.property?.name !== 'meta' && callee?.object?.name !== 'log';
}

/** A text and a value, `as const`: the text becomes part of a sentence. Other constants are data. */
function isTupleWithText({ type, expression }: Node): boolean {
  const elements = (expression as { elements?: readonly Node[] } | undefined)?.elements ?? [];
  const isText = ({ type: kind }: Node) => kind === 'TemplateLiteral' || kind === 'Literal';
  const [first, second] = elements;
  return type === 'TSAsExpression' && first?.type === 'TemplateLiteral' && second !== undefined && !isText(second);
}

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  const quasis = node.quasis as readonly { value: { cooked: string } }[];
  return quasis.map(({ value }, index) => value.cooked + (index < quasis.length - 1 ? `⟪${index}⟫` : '')).join('');
}

/** Reasons that follow "…: " in a sentence. */
const REASON =
  /^(?:it|its|they|there is|a name in it|a slide|the (?:name|file|selector|sign-in) (?:'|⟪|is)|the \w+ (?:has|keeps|refused|sent|broke|needs)) /;

function isSentence(text: string): boolean {
  return (/^[A-Z⟪']/.test(text) || REASON.test(text)) && /[a-z]{2,} [a-z]+/.test(text) && !STATEMENT.test(text);
}

/** Schemas of requests, whose messages forms show at their fields. */
const SCHEMAS = 'lib/{api,credentials,agents,mcp,a2a,openapi,search,knowledge,settings,models,triggers,tools}/**/*.ts';
const CHECKS = new Set(['regex', 'refine', 'min', 'max', 'length', 'startsWith']);

/** Messages of schemas: `error` and `message`, and the last argument of a check. Values are `⟪0⟫`, `⟪1⟫` … */
export function findSchemaTexts(root: string): ErrorText[] {
  const paths = globSync(SCHEMAS, { cwd: root }).filter((path) => !/\.test\.|\.gen\./.test(path));
  return paths.flatMap((path) => {
    const { program } = parseSync(path, readFileSync(join(root, path), 'utf8'));
    return [...messagesIn(program.body as unknown as Node[])].filter(isSentence).map((text) => ({ path, text }));
  });
}

function* messagesIn(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* messagesIn(item);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const node = value as Node;
  const key = (node.key as { name?: string } | undefined)?.name;
  const called = (node.callee as { property?: { name?: string } } | undefined)?.property?.name;
  const message =
    node.type === 'Property' && (key === 'error' || key === 'message')
      ? node.value
      : called !== undefined && CHECKS.has(called)
        ? (node.arguments as unknown[]).at(-1)
        : undefined;
  const text = textOf((message ?? {}) as Node);
  if (text !== undefined) yield text;
  for (const inner of Object.values(node)) yield* messagesIn(inner);
}
