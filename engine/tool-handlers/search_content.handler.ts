import { setImmediate as nextTurn } from 'node:timers/promises';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { ExpressionError } from '#lib/expression/expression-error.ts';
import { matchesPattern } from '#lib/expression/linear-regex.ts';
import type { ToolInput } from '#lib/tools/define-tool.ts';
import searchContent from '#tools/search_content.tool.ts';
import { defineToolHandler, type ToolContext } from '../contract/define-tool-handler.ts';
import { filesOf } from '../tools/files-of.ts';

const MAX_FILES = 5000;
const MAX_BYTES = 200_000_000;
const MAX_LINE_CHARS = 300;
/** Longer lines are matched by their beginning, as patterns have a limit. */
const MAX_PATTERN_CHARS = 10_000;
/** After which other work of the process gets a turn, in milliseconds. */
const TURN_MS = 20;

type Match = { path: string; line: number; text: string };

export default defineToolHandler(searchContent, async ({ input, context }) => {
  const { glob, limit } = input;
  const fits = matcherOf(input);
  const files = filesOf(context);
  const { files: found, isCut } = await files.list(context.workspaceId, { glob, limit: MAX_FILES, signal: context.signal });
  const matches: Match[] = [];
  let filesSearched = 0;
  let bytes = 0;
  for (const { path, sizeBytes } of found) {
    if (matches.length > limit || bytes > MAX_BYTES) break;
    const text = await textOf(path, context);
    if (text === undefined) continue;
    filesSearched++;
    bytes += sizeBytes;
    matches.push(...(await matchesIn(text, { path, fits, limit: limit + 1 - matches.length, signal: context.signal })));
  }
  const shown = matches.slice(0, limit);
  const isPartial = isCut || matches.length > limit || bytes > MAX_BYTES;
  return {
    data: { matches: shown, filesSearched, isCut: isPartial },
    summary: `${shown.length} ${shown.length === 1 ? 'line' : 'lines'} in ${filesSearched} files`,
  };
});

type Fits = (line: string) => boolean;

function matcherOf({ query, is_pattern: isPattern, ignore_case: ignoresCase }: ToolInput<typeof searchContent>): Fits {
  if (!isPattern) {
    const wanted = ignoresCase ? query.toLowerCase() : query;
    return (line) => (ignoresCase ? line.toLowerCase() : line).includes(wanted);
  }
  const pattern = ignoresCase ? `(?i)${query}` : query;
  const fits: Fits = (line) => matchesPattern(pattern, line.slice(0, MAX_PATTERN_CHARS));
  try {
    fits('');
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new NodeFailure('pattern-invalid', `The pattern cannot be used: ${error.message}`, {
      path: 'query',
      hint: 'Write it by the rules of RE2, or set is_pattern to false to look for the text itself',
    });
  }
  return fits;
}

/** Undefined for files that are not text or too large, and those that have gone meanwhile. */
async function textOf(path: string, context: ToolContext): Promise<string | undefined> {
  try {
    return (await filesOf(context).read(context.workspaceId, path)).text;
  } catch (error) {
    if (NodeFailure.is(error)) return undefined;
    throw error;
  }
}

type Searching = { readonly path: string; readonly fits: Fits; readonly limit: number; readonly signal: AbortSignal };

async function matchesIn(text: string, { path, fits, limit, signal }: Searching): Promise<Match[]> {
  const matches: Match[] = [];
  let start = 0;
  let turnAtMs = performance.now() + TURN_MS;
  for (let line = 1; start <= text.length && matches.length < limit; line++) {
    const end = text.indexOf('\n', start);
    const content = text.slice(start, end < 0 ? text.length : end).replace(/\r$/, '');
    if (fits(content)) matches.push({ path, line, text: content.slice(0, MAX_LINE_CHARS).toWellFormed() });
    if (end < 0) break;
    start = end + 1;
    if (performance.now() < turnAtMs) continue;
    await nextTurn();
    signal.throwIfAborted();
    turnAtMs = performance.now() + TURN_MS;
  }
  return matches;
}
