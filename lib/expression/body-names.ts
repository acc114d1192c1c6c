/**
 * `loop` and `map` are reserved in CEL, but are variables of a container body. They are replaced
 * with names of equal length, which keeps positions, and which no node can have: ids have no
 * capital letters.
 */
const STAND_INS: Readonly<Record<string, string>> = { loop: 'looP', map: 'maP' };
const OWN_NAMES: Readonly<Record<string, string>> = { looP: 'loop', maP: 'map' };

/** Skips strings, comments, fields of that name, and calls of the macro `map`. */
const TOKENS =
  /[rRbB]{0,2}(?:"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\.|[^"\\])*(?:"|$)|'(?:\\.|[^'\\])*(?:'|$))|\/\/[^\n]*|\.\s*(?:\?\s*)?\w+|\w+/g;
/** A field or an element is read. */
const READ = /\s*[.[]/y;

/** The source in a form that cel-js can parse. */
export function withStandIns(source: string): string {
  if (!/\b(?:loop|map)\b/.test(source)) return source;
  return source.replace(TOKENS, (token, offset: number) => {
    READ.lastIndex = offset + token.length;
    return token === 'loop' || READ.test(source) ? standInOf(token) : token;
  });
}

export function standInOf(name: string): string {
  return Object.hasOwn(STAND_INS, name) ? (STAND_INS[name] as string) : name;
}

/** The original name of a name in the parsed source. */
export function ownName(name: string): string {
  return Object.hasOwn(OWN_NAMES, name) ? (OWN_NAMES[name] as string) : name;
}

export function withOwnNames(text: string): string {
  return text.replace(/\b(?:looP|maP)\b/g, ownName);
}
