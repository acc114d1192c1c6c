/** Operators of cel-js by token name; other tokens as words. */
const TOKENS: Readonly<Record<string, string>> = {
  NUMBER: 'a number',
  STRING: 'text',
  BYTES: 'text',
  BOOLEAN: 'true or false',
  NULL: 'null',
  IDENTIFIER: 'a name',
  PLUS: "'+'",
  MINUS: "'-'",
  MULTIPLY: "'*'",
  DIVIDE: "'/'",
  MODULO: "'%'",
  EQ: "'=='",
  NE: "'!='",
  LT: "'<'",
  LE: "'<='",
  GT: "'>'",
  GE: "'>='",
  AND: "'&&'",
  OR: "'||'",
  NOT: "'!'",
  IN: "'in'",
  QUESTION: "'?'",
  COLON: "':'",
  DOT: "'.'",
  COMMA: "','",
  LPAREN: "'('",
  RPAREN: "')'",
  LBRACKET: "'['",
  RBRACKET: "']'",
  LBRACE: "'{'",
  RBRACE: "'}'",
};

/** A syntax error of cel-js with operators as they are written. */
export function syntaxErrorText({ code, summary }: { readonly code: string; readonly summary: string }): string {
  if (code !== 'expected_token' && code !== 'unexpected_token') return summary;
  const [first = '', second] = summary.match(/[A-Z]{2,}/g) ?? [];
  if ((second ?? first) === 'EOF')
    return second === undefined ? 'It ends too early' : `It ends where ${tokenText(first)} is expected`;
  return second === undefined ? `Unexpected ${tokenText(first)}` : `Expected ${tokenText(first)} instead of ${tokenText(second)}`;
}

function tokenText(token: string): string {
  return TOKENS[token] ?? token;
}
