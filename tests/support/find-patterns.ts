import { readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';

export type FoundPattern = { readonly file: string; readonly line: number; readonly source: string; readonly flags: string };

type Node = { readonly type: string; readonly start: number; readonly [key: string]: unknown };

/** Every regular expression that a file writes: literals, and `new RegExp` or `RegExp` of a constant text. */
export function findPatterns(file: string, path: string): FoundPattern[] {
  const text = readFileSync(path, 'utf8');
  const found: FoundPattern[] = [];
  const add = (node: Node, source: unknown, flags: unknown) => {
    if (typeof source !== 'string') return;
    const line = text.slice(0, node.start).split('\n').length;
    found.push({ file, line, source, flags: typeof flags === 'string' ? flags : '' });
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const entry of value) visit(entry);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    const regex = node.regex as { pattern: string; flags: string } | undefined;
    if (node.type === 'Literal' && regex) add(node, regex.pattern, regex.flags);
    if (node.type === 'NewExpression' || node.type === 'CallExpression') {
      const [source, flags] = node.arguments as ({ value?: unknown } | undefined)[];
      if ((node.callee as { name?: unknown }).name === 'RegExp') add(node, source?.value, flags?.value);
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(path, text).program);
  return found;
}
