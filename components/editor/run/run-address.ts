/** The part of the shown run in the URL: run, event, selected node, and whether the assistant is to repair it. */
type RunAddress = { readonly run: string; readonly at: number; readonly node: string; readonly repair: boolean };

/** The event and the node in the URL; undefined where missing. */
export function readAddress(search: string): { [Part in keyof RunAddress]: RunAddress[Part] | undefined } {
  const parts = new URLSearchParams(search);
  const at = Number.parseInt(parts.get('at') ?? '', 10);
  return {
    run: parts.get('run') || undefined,
    at: at > 0 ? at : undefined,
    node: parts.get('node') || undefined,
    repair: parts.has('repair') || undefined,
  };
}

/** Sets or removes URL parameters, without a navigation or a history entry. */
export function setAddress(parts: { readonly [Part in keyof RunAddress]?: RunAddress[Part] | undefined }): void {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(parts)) {
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, String(value));
  }
  if (url.href !== location.href) window.history.replaceState(window.history.state, '', url);
}
