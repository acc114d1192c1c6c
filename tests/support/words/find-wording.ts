import { type Dirent, globSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { bannedWords, specIdPattern } from './banned-words.ts';

export type WordingKind = 'word' | 'long-comment' | 'spec-id' | 'spread-literal';

export interface Wording {
  readonly kind: WordingKind;
  /** Path from the project's root, with `/`. */
  readonly file: string;
  readonly line: number;
  /** The text that is refused. */
  readonly found: string;
  /** What to do instead. */
  readonly say: string;
}

const MAX_COMMENT_LINE_CHARS = 120;

const shippedFolders = [
  'agents',
  'app',
  'bin',
  'components',
  'docs',
  'engine',
  'lib',
  'nodes',
  'prisma',
  'scripts',
  'server',
  'services',
  'templates',
  'tools',
  'triggers',
];
const testFolders = ['bench', 'tests'];
const textFile = /\.(tsx?|mjs|css|md|json|prisma)$/;
const codeFile = /\.(tsx?|mjs)$/;
/**
 * Generated, applied already, or a list that quotes the specification. Chinese texts are read by
 * people, not by patterns.
 */
const skipped =
  /(^|\/)(generated|migrations|prebuilt|fixtures)\/|\.gen\.|zh-CN|^docs\/progress\.md$|THIRD-PARTY|(^|\/)package(-lock)?\.json$|^tests\/support\/words\//;

/** What is refused in the project's own files. @param root of the project */
export function findWording(root: string): Wording[] {
  return listFiles(root).flatMap((file) => findWordingIn(file, readFileSync(join(root, file), 'utf8')));
}

/** Words are refused in what ships, the rest everywhere. One finding a line and word. */
export function findWordingIn(file: string, text: string): Wording[] {
  const found: Wording[] = [];
  const lineOf = lineCounter(text);
  const add = (kind: WordingKind, start: number, content: string, say: string) => {
    const line = lineOf(start);
    const last = found.at(-1);
    if (last?.line !== line || last.say !== say) found.push({ kind, file, line, found: content, say });
  };
  if (!isTest(file)) {
    for (const { pattern, say } of bannedWords) {
      for (const match of text.matchAll(pattern)) add('word', match.index, match[0], say);
    }
  }
  for (const match of text.matchAll(specIdPattern)) add('spec-id', match.index, match[0], 'say what it means');
  if (!codeFile.test(file)) return found;
  if (/\.\.\.\s*\(?\s*\{/.test(text)) {
    for (const { start, content } of findSpreadLiterals(file, text))
      add('spread-literal', start, content, 'write the properties out');
  }
  for (const start of longCommentLines(file, text)) {
    add('long-comment', start, `over ${MAX_COMMENT_LINE_CHARS} characters`, 'wrap at 100 characters, or shorten');
  }
  return found;
}

/** The room that a file's findings are counted for: a top folder, `docs` with all Markdown of the root, or `root`. */
export function roomOf(file: string): string {
  if (file.includes('/')) return file.slice(0, file.indexOf('/'));
  return file.endsWith('.md') ? 'docs' : 'root';
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || testFolders.includes(roomOf(file));
}

function listFiles(root: string): string[] {
  const top = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile());
  const files = top.map((entry) => entry.name);
  for (const folder of [...shippedFolders, ...testFolders]) {
    const exclude = ({ name }: Dirent) => name === 'node_modules';
    for (const entry of globSync(`${folder}/**`, { cwd: root, withFileTypes: true, exclude }))
      if (entry.isFile()) files.push(relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  }
  return files.filter((file) => textFile.test(file) && !skipped.test(file)).sort();
}

/** Starts of the lines that are too long and hold a comment, or a part of one. */
function longCommentLines(file: string, text: string): number[] {
  const long: [start: number, end: number][] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    if (line.length > MAX_COMMENT_LINE_CHARS) long.push([start, start + line.length]);
    start += line.length + 1;
  }
  if (long.length === 0) return [];
  const { comments } = parseSync(file, text);
  return long.filter(([from, to]) => comments.some((comment) => comment.start < to && comment.end > from)).map(([from]) => from);
}

/** Object literals that are spread into another one: they hide misspelled properties from the compiler. */
function findSpreadLiterals(file: string, text: string): { start: number; content: string }[] {
  const found: { start: number; content: string }[] = [];
  const check = (node: { start: number; end: number; argument: { type: string } }) => {
    if (literalUnder(node.argument)) found.push({ start: node.start, content: text.slice(node.start, node.end) });
  };
  const { program } = parseSync(file, text);
  new Visitor({
    ObjectExpression(node) {
      for (const property of node.properties) if (property.type === 'SpreadElement') check(property);
    },
    JSXSpreadAttribute: check,
  }).visit(program);
  return found;
}

function literalUnder(node: { type: string }): boolean {
  if (node.type === 'ObjectExpression') return true;
  if (!/^(ParenthesizedExpression|TSAsExpression|TSSatisfiesExpression)$/.test(node.type)) return false;
  return literalUnder((node as { type: string; expression: { type: string } }).expression);
}

function lineCounter(text: string): (index: number) => number {
  let starts: number[] | undefined;
  return (index) => {
    starts ??= [...text.matchAll(/\n/g)].map((match) => match.index);
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) < index) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
