import { parseReferences } from '../../expression/references.ts';
import { offsetOf, replaceSpan } from '../../expression/replace-reference.ts';
import { expressionModes } from '../../node-kit/field-expressions.ts';
import { definitionOf } from '../node-ports.ts';
import type { Problem } from '../problem.ts';
import { type Fix, makeFix } from './fix.ts';
import { type FixContext, faultyField, writeTo } from './fix-context.ts';

/** Strings of CEL, which stay as they are. */
const STRINGS = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/;
const MEANT = /^Did you mean (\S+)\?$/;

/** An expression with a mistake that has one usual correction. Only what parses is offered. */
export function expressionFixes(problem: Problem, context: FixContext): readonly Fix[] {
  const field = faultyField(problem, context);
  const definition = definitionOf(field?.node, context.registry);
  if (!field || !definition || typeof field.value !== 'string') return [];
  const { value } = field;
  const mode = expressionModes(definition)(field.path.slice(1)) === 'cel' ? 'cel' : 'template';
  const tries = [meantWord(value, problem), ...(mode === 'cel' ? celTries(value) : templateTries(value))];
  const right = tries.find(
    (text) => text !== undefined && text !== value && parseReferences(text, mode).problems.length === 0 && text.trim() !== '',
  );
  return right === undefined ? [] : [makeFix('writeText', { text: right }, writeTo(field, right))];
}

/** The word at the position of the problem, as its hint has it. */
function meantWord(text: string, { at, hint }: Problem): string | undefined {
  const meant = hint === undefined ? undefined : MEANT.exec(hint)?.[1];
  if (meant === undefined || !at) return undefined;
  const from = offsetOf(text, at);
  const word = /^\W*(\w+)/.exec(text.slice(from));
  if (!word?.[1]) return undefined;
  const begin = from + word[0].length - word[1].length;
  return replaceSpan(text, { from: begin, to: begin + word[1].length }, meant);
}

/** Operators of other languages, and braces of templates. */
function celTries(text: string): readonly string[] {
  const bare = outsideStrings(text, (part) => part.replaceAll(/\{\{|\}\}/g, ' ')).trim();
  const operators = outsideStrings(bare, (part) =>
    part
      .replaceAll(/([!=])==/g, '$1=')
      .replaceAll(/(^|[^=!<>])=(?!=)/g, '$1==')
      .replaceAll('<>', '!=')
      .replaceAll(/\band\b/gi, '&&')
      .replaceAll(/\bor\b/gi, '||')
      .replaceAll(/\bnot\s+/gi, '!')
      .replaceAll(/(^|[^&])&(?!&)/g, '$1&&')
      .replaceAll(/(^|[^|])\|(?!\|)/g, '$1||')
      .replaceAll(/\bTrue\b/g, 'true')
      .replaceAll(/\bFalse\b/g, 'false'),
  );
  return [bare, operators, closed(bare), closed(operators)];
}

function outsideStrings(text: string, change: (part: string) => string): string {
  return text
    .split(STRINGS)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');
}

/** With the brackets that are missing at the end. */
function closed(text: string): string {
  const open: string[] = [];
  for (const sign of outsideStrings(text, (part) => part).replaceAll(new RegExp(STRINGS, 'g'), ''))
    if (sign === '(' || sign === '[') open.unshift(sign === '(' ? ')' : ']');
    else if (sign === open[0]) open.shift();
  return text + open.join('');
}

function templateTries(text: string): readonly string[] {
  return [
    `${text}}}`,
    `${text}}`,
    text.replaceAll(/\{\{([^{}]*)\}(?!\})/g, '{{$1}}'),
    text.replaceAll(/\{\{([^{}\n]*)$/gm, '{{$1}}'),
    text.replaceAll(/\$\{\{?\s*([\w.]+)\s*\}\}?/g, '{{$1}}'),
  ];
}
