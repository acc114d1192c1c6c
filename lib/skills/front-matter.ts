import { parseDocument } from 'yaml';
import { formatCount } from '../text/format-count.ts';
import { type SkillProblem, skillError, skillWarning } from './skill-problem.ts';

const MAX_CHARS = 32_000;
const MAX_SHOWN_CHARS = 200;

export type FrontMatter = {
  /** Undefined where it cannot be read; then there is an error. */
  readonly fields: Readonly<Record<string, unknown>> | undefined;
  readonly body: string;
  readonly problems: readonly SkillProblem[];
};

/**
 * The YAML between `---` lines at the start of a text, and what follows it. Values with an unquoted
 * `: `, which are frequent in the wild, are read as text, with a warning.
 */
export function readFrontMatter(source: string): FrontMatter {
  const text = source.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const end = text.startsWith('---\n') ? text.indexOf('\n---', 3) : -1;
  if (end < 0) {
    const problem = skillError('front-matter-missing', 'The file does not begin with front matter between two lines of ---');
    return { fields: undefined, body: text, problems: [problem] };
  }
  const lineEnd = text.indexOf('\n', end + 1);
  const body = lineEnd < 0 ? '' : text.slice(lineEnd + 1).trim();
  const yaml = text.slice(4, end + 1);
  if (yaml.length > MAX_CHARS) {
    const problem = skillError('front-matter-long', `The front matter is longer than ${formatCount(MAX_CHARS)} characters`);
    return { fields: undefined, body, problems: [problem] };
  }
  const strict = parse(yaml);
  if ('fields' in strict) return { ...strict, body, problems: [] };
  const quoted = parse(yaml.split('\n').map(quoteColon).join('\n'));
  if (!('fields' in quoted)) {
    const problem = skillError('front-matter-invalid', `The front matter is no valid YAML: ${strict.reason}`);
    return { fields: undefined, body, problems: [problem] };
  }
  const problem = skillWarning('front-matter-unquoted', 'A value of the front matter has a colon: put the value in quotes');
  return { ...quoted, body, problems: [problem] };
}

function parse(yaml: string): { fields: Readonly<Record<string, unknown>> } | { reason: string } {
  const document = parseDocument(yaml, { schema: 'core', uniqueKeys: true, prettyErrors: false, logLevel: 'silent' });
  const [error] = document.errors;
  if (error) return { reason: error.message.split('\n', 1)[0]?.slice(0, MAX_SHOWN_CHARS) ?? '' };
  // Aliases are never needed here, and multiply.
  const value: unknown = toPlain(() => document.toJS({ maxAliasCount: 0 }));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { reason: 'it has no fields' };
  return { fields: value as Readonly<Record<string, unknown>> };
}

function toPlain(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function quoteColon(line: string): string {
  const [, key, value] = /^([A-Za-z][\w-]*): +([^"'[{|>&*\s].*)$/.exec(line) ?? [];
  return key !== undefined && value?.includes(':') ? `${key}: ${JSON.stringify(value.trim())}` : line;
}
