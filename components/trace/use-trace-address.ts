'use client';
import { useSearchParams } from 'next/navigation';

/** What of the run is looked at, as the address has it: `?node=` and `?at=`. */
export type TraceAddress = {
  readonly nodeId: string | undefined;
  /** Seq of the event after which the run is shown; undefined for its latest. */
  readonly seq: number | undefined;
  goTo(change: { nodeId?: string | undefined; seq?: number | undefined }): void;
};

/** Moving on is no step for the way back: that leads to the page before. */
export function useTraceAddress(): TraceAddress {
  const params = useSearchParams();
  const at = params.get('at') ?? '';
  return {
    nodeId: params.get('node') ?? undefined,
    seq: /^[1-9]\d{0,8}$/.test(at) ? Number(at) : undefined,
    goTo(change) {
      const url = new URL(location.href);
      if ('nodeId' in change) setParameter(url, 'node', change.nodeId);
      if ('seq' in change) setParameter(url, 'at', change.seq);
      // Without a state of its own: what carries the router's state the router takes for its own, and tells nobody.
      window.history.replaceState(null, '', url);
    },
  };
}

function setParameter(url: URL, name: string, value: string | number | undefined): void {
  if (value === undefined) url.searchParams.delete(name);
  else url.searchParams.set(name, String(value));
}
