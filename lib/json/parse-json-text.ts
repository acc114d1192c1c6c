import { createScanner, findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

/** Why a text is not JSON, and where: line and column from 1. */
export type JsonMistake = { readonly reason: JsonMistakeReason; readonly line: number; readonly column: number };
export type JsonMistakeReason = 'value' | 'string' | 'escape' | 'key' | 'colon' | 'comma' | 'duplicate-key' | 'too-deep' | 'rest';

export type ParsedJsonText =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** The line of a field, or of its nearest ancestor in the text. */
      lineOf(path: JsonPath): number;
      /**
       * Offsets of a part of the string at a path, in the text; undefined if there is no string. `part` is in
       * the string itself, without quotes and escapes.
       */
      stretchOf(path: JsonPath, part: TextStretch): TextStretch | undefined;
    }
  | { readonly ok: false; readonly mistake: JsonMistake };

type TextStretch = { readonly from: number; readonly to: number };

export type JsonPath = readonly (string | number)[];

type Found = { readonly reason: JsonMistakeReason; readonly offset: number };

const MAX_DEPTH = 200;

const reasons: Readonly<Record<string, JsonMistakeReason>> = {
  PropertyNameExpected: 'key',
  ColonExpected: 'colon',
  CommaExpected: 'comma',
  CloseBraceExpected: 'comma',
  CloseBracketExpected: 'comma',
  EndOfFileExpected: 'rest',
  UnexpectedEndOfString: 'string',
  InvalidUnicode: 'escape',
  InvalidEscapeCharacter: 'escape',
  InvalidCharacter: 'escape',
};

/**
 * Parses as `JSON.parse` does and remembers the line of each field. A duplicate key is an error:
 * one of the two would be lost.
 */
export function parseJsonText(text: string): ParsedJsonText {
  const found = findTooDeep(text);
  if (found) return mistakeAt(text, found);
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first, second] = errors;
  if (first || !tree) return mistakeAt(text, { reason: reasonOf(first, second), offset: first?.offset ?? 0 });
  const duplicate = findDuplicateKey(tree);
  if (duplicate) return mistakeAt(text, duplicate);
  return {
    ok: true,
    value: JSON.parse(text),
    lineOf: (path) => positionAt(text, offsetOf(tree, path)).line,
    stretchOf: (path, { from, to }) => {
      const node = findNodeAtLocation(tree, [...path]);
      return node?.type === 'string' ? { from: offsetInString(text, node, from), to: offsetInString(text, node, to) } : undefined;
    },
  };
}

/** An unknown symbol is skipped; the error after it says what was expected there. */
function reasonOf(first: ParseError | undefined, second: ParseError | undefined): JsonMistakeReason {
  const [code, next] = [first, second].map((one) => one && printParseErrorCode(one.error));
  return reasons[(code === 'InvalidSymbol' ? next : code) ?? ''] ?? 'value';
}

/** `parseTree` is recursive: a text of 100 kB can exceed the stack. */
function findTooDeep(text: string): Found | undefined {
  const scanner = createScanner(text);
  let depth = 0;
  scanner.scan();
  // The token at the end of the text is empty.
  for (; scanner.getTokenLength() > 0; scanner.scan()) {
    const offset = scanner.getTokenOffset();
    if (/[{[]/.test(text[offset] ?? '')) depth++;
    if (/[}\]]/.test(text[offset] ?? '')) depth--;
    if (depth > MAX_DEPTH) return { reason: 'too-deep', offset };
  }
  return undefined;
}

function findDuplicateKey({ type, children = [] }: Node): Found | undefined {
  const keys = new Set<unknown>();
  for (const child of children) {
    const [key] = child.children ?? [];
    if (type === 'object' && key && keys.size === keys.add(key.value).size)
      return { reason: 'duplicate-key', offset: key.offset };
    const inside = findDuplicateKey(child);
    if (inside) return inside;
  }
  return undefined;
}

function offsetOf(tree: Node, path: JsonPath): number {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    if (node) return node.parent?.type === 'property' ? node.parent.offset : node.offset;
  }
  return 0;
}

/** The offset in the text of a sign of a string, whose escapes are longer than what they stand for. */
function offsetInString(text: string, { offset, length }: Node, sign: number): number {
  const end = offset + length - 1;
  let at = offset + 1;
  for (let count = 0; count < sign && at < end; count++) at += text[at] !== '\\' ? 1 : text[at + 1] === 'u' ? 6 : 2;
  return Math.min(at, end);
}

function mistakeAt(text: string, { reason, offset }: Found): ParsedJsonText {
  return { ok: false, mistake: { reason, ...positionAt(text, offset) } };
}

function positionAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: offset - lineStart + 1 };
}
