import { RE2JS, RE2JSSyntaxException } from 're2js';
import { PatternError } from './pattern-error.ts';

const MAX_PATTERN_CHARS = 500;
/** Instructions of a compiled program. RE2 expands `a{500}` into 500 of them. */
const MAX_INSTRUCTIONS = 2_000;

export interface CompiledPattern {
  readonly instructions: number;
  test(text: string): boolean;
  /** The first match and what its groups caught, with an empty text for a group that caught nothing. */
  find(text: string): readonly string[] | undefined;
}

/**
 * Compiles a pattern in RE2 syntax: no back references, no look-around. Also accepts JavaScript's
 * spellings of code points and Unicode properties (`\u4e00`, `\p{Script=Han}`, `\p{Letter}`).
 * @throws {PatternError}
 */
export function compilePattern(pattern: string): CompiledPattern {
  if (pattern.length > MAX_PATTERN_CHARS) throw new PatternError(`a pattern may hold ${MAX_PATTERN_CHARS} characters`);
  const source = toRe2Syntax(pattern);
  // Checked before compiling: expanding large counts takes seconds and hundreds of megabytes.
  if (estimateSize(source) > MAX_INSTRUCTIONS) throw new PatternError('it is too large');
  try {
    const program = RE2JS.compile(source);
    if (program.programSize() > MAX_INSTRUCTIONS) throw new PatternError('it is too large');
    return { instructions: program.programSize(), test: (text) => program.test(text), find: (text) => findFirst(program, text) };
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) throw new PatternError(describe(error.error, error.input ?? ''));
    throw error;
  }
}

function findFirst(program: RE2JS, text: string): readonly string[] | undefined {
  const matcher = program.matcher(text);
  if (!matcher.find()) return undefined;
  return Array.from({ length: matcher.groupCount() + 1 }, (_, group) => matcher.group(group) ?? '');
}

const categories: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'Letter=L Cased_Letter=LC Uppercase_Letter=Lu Lowercase_Letter=Ll Titlecase_Letter=Lt Modifier_Letter=Lm Other_Letter=Lo ' +
    'Mark=M Nonspacing_Mark=Mn Spacing_Mark=Mc Enclosing_Mark=Me Number=N Decimal_Number=Nd Letter_Number=Nl Other_Number=No ' +
    'Punctuation=P Connector_Punctuation=Pc Dash_Punctuation=Pd Open_Punctuation=Ps Close_Punctuation=Pe ' +
    'Initial_Punctuation=Pi Final_Punctuation=Pf Other_Punctuation=Po Symbol=S Math_Symbol=Sm Currency_Symbol=Sc ' +
    'Modifier_Symbol=Sk Other_Symbol=So Separator=Z Space_Separator=Zs Line_Separator=Zl Paragraph_Separator=Zp ' +
    'Other=C Control=Cc Format=Cf'
  )
    .split(' ')
    .map((pair) => pair.split('=')),
);

/** Documents contain JavaScript's spellings, which RE2 does not know. */
function toRe2Syntax(pattern: string): string {
  return pattern.replace(
    /\\(?:u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|([pP])\{(?:\w{1,30}=)?(\w{1,60})\}|(.))/gsu,
    (whole, four: string | undefined, braced: string | undefined, p: string | undefined, name: string, sign: string) => {
      if (four ?? braced) return `\\x{${four ?? braced}}`;
      if (p) return `\\${p}{${categories[name] ?? name}}`;
      // Quoted text would hide brackets from `estimateSize`.
      if (sign === 'Q') throw new PatternError(`'\\Q' is not supported`);
      return sign > '\x7f' ? sign : whole;
    },
  );
}

/** Lower bound of the number of characters, classes and groups after expanding all `{n,m}`. */
function estimateSize(source: string): number {
  const token = /\\.|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]?|\{(\d{1,4})(?:,(\d{0,4}))?\}|./gsu;
  const groupStarts: number[] = [];
  let size = 0;
  let itemSize = 0;
  for (const [text, min, max] of source.matchAll(token)) {
    if (min !== undefined) {
      const times = Math.max(Number(min), Number(max ?? 0), 1);
      size += itemSize * (times - 1);
      itemSize *= times;
    } else if (text === '(') {
      groupStarts.push(size++);
    } else if (text === ')') {
      itemSize = size - (groupStarts.pop() ?? 0);
    } else if (text !== '*' && text !== '+' && text !== '?') {
      size++;
      itemSize = 1;
    }
  }
  return size;
}

/** re2js uses the messages of Go's package `regexp/syntax`; `input` is the invalid part of the pattern. */
function describe(reason: string, input: string): string {
  switch (reason) {
    case 'missing closing )':
      return "'(' is never closed";
    case 'unexpected )':
      return "')' closes nothing";
    case 'missing closing ]':
      return "'[' is never closed";
    case 'missing argument to repetition operator':
    case 'invalid nested repetition operator':
      return `'${input}' repeats nothing`;
    case 'invalid repeat count':
      return `'${input}' is out of range`;
    case 'invalid character class range':
      if (/^\\[pP]$/.test(input)) return `'${input}' needs the name of a property, as in \\p{L}`;
      return /^\\[pP]/.test(input) ? `There is no property ${input.slice(2)}` : 'A range in [ ] is out of order';
    case 'invalid named capture':
    case 'invalid or unsupported Perl syntax':
      return /^\(\?(?:P?<)?[=!]/.test(input) ? 'Look-around is not supported' : `'${input}' is not supported`;
    case 'invalid escape sequence':
      return /^\\[1-9]/.test(input) ? 'Back references are not supported' : `'${input}' is not supported`;
    case 'trailing backslash at end of expression':
      return 'The pattern ends too early';
    case 'duplicate capture group name':
      return `Two groups have the name ${input}`;
    case 'expression nests too deeply':
      return 'Groups are nested too deeply';
    case 'expression too large':
      return 'it is too large';
    default:
      return reason;
  }
}
