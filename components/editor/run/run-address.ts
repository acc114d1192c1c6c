/** What of the run being shown stands in the address: which run, at which event, and the selected node. */
type RunAddress = { readonly run: string; readonly at: number; readonly node: string };

/** The moment and the node that the address names beside the run; undefined where it names none. */
export function readAddress(search: string): { [Part in keyof RunAddress]: RunAddress[Part] | undefined } {
  const parts = new URLSearchParams(search);
  const at = Number.parseInt(parts.get('at') ?? '', 10);
  return { run: parts.get('run') || undefined, at: at > 0 ? at : undefined, node: parts.get('node') || undefined };
}

/** Writes parts into the address, or takes out those that are undefined. The page stays, and Back leads where it led. */
export function setAddress(parts: { readonly [Part in keyof RunAddress]?: RunAddress[Part] | undefined }): void {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(parts)) {
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, String(value));
  }
  if (url.href !== location.href) window.history.replaceState(window.history.state, '', url);
}
