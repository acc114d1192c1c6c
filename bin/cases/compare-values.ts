/** A difference between what was expected and what came, at a path such as `outputs.items[0].id`. */
export type Difference = { readonly path: string; readonly expected: unknown; readonly actual: unknown };

const MAX_DIFFERENCES = 20;

/**
 * What of `expected` is not so in `actual`. Objects may have further fields; lists have the same items in the same
 * order.
 */
export function differencesOf(expected: unknown, actual: unknown, path: string): Difference[] {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return [{ path, expected, actual }];
    return expected.flatMap((item, index) => differencesOf(item, actual[index], `${path}[${index}]`)).slice(0, MAX_DIFFERENCES);
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null || Array.isArray(actual)) return [{ path, expected, actual }];
    return Object.entries(expected)
      .flatMap(([name, value]) =>
        differencesOf(
          value,
          Object.hasOwn(actual, name) ? (actual as Record<string, unknown>)[name] : undefined,
          `${path}.${name}`,
        ),
      )
      .slice(0, MAX_DIFFERENCES);
  }
  return Object.is(expected, actual) ? [] : [{ path, expected, actual }];
}
