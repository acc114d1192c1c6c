/**
 * `loop` is a reserved word of CEL and `map` one of its types, and both are what a body reads of its pass. In a source they are turned into names that
 * are equally long, so that places stay true, and that no node can have, since ids have no capital letters.
 */
const STAND_INS: Readonly<Record<string, string>> = { loop: 'looP', map: 'maP' };
const OWN_NAMES: Readonly<Record<string, string>> = { looP: 'loop', maP: 'map' };

/** Strings and comments are passed over; so are fields of that name, and calls of the macro `map`. */
const TOKENS =
  /[rRbB]{0,2}(?:"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\.|[^"\\])*(?:"|$)|'(?:\\.|[^'\\])*(?:'|$))|\/\/[^\n]*|\.\s*(?:\?\s*)?\w+|\w+/g;
/** A field or an element of it is read. */
const READ = /\s*[.[]/y;

/** The source as cel-js can parse it. */
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

/** What people wrote for a name in the parsed source. */
export function ownName(name: string): string {
  return Object.hasOwn(OWN_NAMES, name) ? (OWN_NAMES[name] as string) : name;
}

export function withOwnNames(text: string): string {
  return text.replace(/\b(?:looP|maP)\b/g, ownName);
}
