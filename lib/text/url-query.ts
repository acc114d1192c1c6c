type Parameters = readonly (readonly [name: string, value: string])[];

/**
 * Adds parameters to an address and keeps those that it has as they are written: `searchParams` would
 * write `%20` as `+` and lose escapes of other charsets than UTF-8, which services and signatures
 * depend on.
 */
export function addParameters(url: URL, parameters: Parameters): void {
  if (parameters.length === 0) return;
  const added = new URLSearchParams(parameters.map(([name, value]) => [name, value])).toString();
  url.search = url.search === '' ? added : `${url.search}${url.search.endsWith('&') ? '' : '&'}${added}`;
}

/** Removes the parameters with these names, and leaves the others as they are written. */
export function removeParameters(url: URL, names: Iterable<string>): void {
  const removed = new Set(names);
  const parts = url.search.slice(1).split('&');
  const kept = parts.filter((part) => ![...new URLSearchParams(part).keys()].some((name) => removed.has(name)));
  if (kept.length < parts.length) url.search = kept.join('&');
}
