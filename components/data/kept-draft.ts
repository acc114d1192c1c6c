/** Of one tab: a form that leads to another page finds what was typed when one comes back. */
const PREFIX = 'threadloom form ';

/** Texts of a form that one left, over those it begins with; secrets are not in it. */
export function readKeptDraft<Draft extends object>(key: string | undefined, first: Draft): Draft {
  if (key === undefined || typeof sessionStorage === 'undefined') return first;
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? '{}');
    const fields = Object.entries(kept as object).filter(
      ([name, value]) => Object.hasOwn(first, name) && isLike(value, first[name as keyof Draft]),
    );
    return { ...first, ...Object.fromEntries(fields) };
  } catch {
    return first;
  }
}

function isLike(value: unknown, other: unknown): boolean {
  return typeof value === typeof other && Array.isArray(value) === Array.isArray(other);
}

/** @param omitted fields with secrets */
export function keepDraft(key: string | undefined, draft: object, omitted: readonly string[]): void {
  if (key === undefined) return;
  const kept = Object.entries(draft).filter(
    ([name, value]) => !omitted.includes(name) && (Array.isArray(value) || typeof value !== 'object'),
  );
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // Storage that is full or switched off keeps nothing.
  }
}

export function forgetDraft(key: string | undefined): void {
  if (key !== undefined && typeof sessionStorage !== 'undefined') sessionStorage.removeItem(PREFIX + key);
}
