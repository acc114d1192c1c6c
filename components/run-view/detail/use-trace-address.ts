'use client';
import { useSearchParams } from 'next/navigation';

/** The selection in the URL: `?node=`, `?span=` and `?at=`. */
export type TraceAddress = {
  readonly nodeId: string | undefined;
  /** Seq of the event with which a model call or a tool call of that node began. */
  readonly spanSeq: number | undefined;
  /** Seq of the event after which the run is shown; undefined for its latest. */
  readonly seq: number | undefined;
  goTo(change: TraceMove): void;
};

type TraceMove = { nodeId?: string | undefined; spanSeq?: number | undefined; seq?: number | undefined };

/** Replaces the history entry, so that Back returns to the previous page. */
export function useTraceAddress(): TraceAddress {
  const params = useSearchParams();
  return {
    nodeId: params.get('node') ?? undefined,
    spanSeq: readSeq(params.get('span')),
    seq: readSeq(params.get('at')),
    goTo(change) {
      const url = new URL(location.href);
      if ('nodeId' in change) setParameter(url, 'node', change.nodeId);
      if ('nodeId' in change || 'spanSeq' in change) setParameter(url, 'span', change.spanSeq);
      if ('seq' in change) setParameter(url, 'at', change.seq);
      // Without `history.state`, by which the router recognizes its own changes: it does not notify readers of those.
      if (url.href !== location.href) window.history.replaceState(null, '', url);
    },
  };
}

/** The selected part in the URL now, which a held key changes several times between two renders. */
export function readPart(): Pick<TraceAddress, 'nodeId' | 'spanSeq'> {
  const params = new URL(location.href).searchParams;
  return { nodeId: params.get('node') ?? undefined, spanSeq: readSeq(params.get('span')) };
}

function readSeq(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

function setParameter(url: URL, name: string, value: string | number | undefined): void {
  if (value === undefined) url.searchParams.delete(name);
  else url.searchParams.set(name, String(value));
}
