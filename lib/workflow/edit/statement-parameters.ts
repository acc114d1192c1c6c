/** A text between single quotes, a placeholder of MySQL, or a reference. */
const TOKEN = /'(?:[^']|'')*'|\?|\{\{[^{}]*\}\}/g;
const CHANGE = /^\s*(?:insert|update|delete|merge|replace|create|alter|drop|truncate)\b/i;

type Statement = { readonly query: string; readonly parameters: readonly unknown[] };

/**
 * Makes parameters of the references in a statement, which the server never reads as SQL. A quoted text with
 * references becomes one parameter. Undefined where there is no reference.
 */
export function withParameters({ query, parameters }: Statement, dialect: 'postgres' | 'mysql'): Statement | undefined {
  const next = [...parameters];
  let place = 0;
  let hasReference = false;
  const written = query.replaceAll(TOKEN, (token) => {
    if (token === '?' && dialect === 'mysql') place++;
    if (!token.includes('{{')) return token;
    hasReference = true;
    const value = token.startsWith("'") ? token.slice(1, -1).replaceAll("''", "'") : token;
    if (dialect === 'mysql') {
      next.splice(place++, 0, value);
      return '?';
    }
    if (!next.includes(value)) next.push(value);
    return `$${next.indexOf(value) + 1}`;
  });
  return hasReference ? { query: written, parameters: next } : undefined;
}

/** Whether a statement begins with a word that changes something, which a read-only transaction refuses. */
export function changesData(query: string): boolean {
  return CHANGE.test(query);
}
