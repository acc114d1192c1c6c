/** How a condition's signs are written, by the names that cel-js has for them; what is no sign is told in words. */
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

/** What cel-js says of a text that it cannot read, with signs as people write them. */
export function syntaxWords({ code, summary }: { readonly code: string; readonly summary: string }): string {
  if (code !== 'expected_token' && code !== 'unexpected_token') return summary;
  const [first = '', second] = summary.match(/[A-Z]{2,}/g) ?? [];
  if ((second ?? first) === 'EOF') return second === undefined ? 'It ends too early' : `It ends where ${told(first)} is expected`;
  return second === undefined ? `Unexpected ${told(first)}` : `Expected ${told(first)} instead of ${told(second)}`;
}

function told(token: string): string {
  return TOKENS[token] ?? token;
}
