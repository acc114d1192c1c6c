import type { PublicEvent } from '#lib/run/public-event.ts';

export const logKinds = ['all', 'nodes', 'model', 'errors'] as const;
export type LogKind = (typeof logKinds)[number];

export type LogFilter = { readonly kind: LogKind; readonly text: string };

/** Whether an event is of the wanted kind and holds the text, in whatever field, capitals aside. */
export function fitsFilter(event: PublicEvent, { kind, text }: LogFilter): boolean {
  if (!isOfKind(event, kind)) return false;
  const wanted = text.trim().toLowerCase();
  return wanted === '' || `${event.seq} ${event.type} ${summarise(event)}`.toLowerCase().includes(wanted);
}

function isOfKind(event: PublicEvent, kind: LogKind): boolean {
  if (kind === 'nodes') return event.type.startsWith('node_');
  if (kind === 'model') return event.type.startsWith('llm_') || event.type === 'content' || event.type === 'thinking';
  if (kind === 'errors') return event.type === 'error' || ('error' in event && event.error !== undefined);
  return true;
}

const SUMMARY_LENGTH = 400;

/** What the event says beside its number, time and type, in one line of JSON-like text. */
export function summarise(event: PublicEvent): string {
  const { runId: _runId, seq: _seq, at: _at, type: _type, ...rest } = event;
  const fields = Object.entries(rest).map(([name, value]) =>
    name === 'nodeId' ? String(value) : `${name} ${JSON.stringify(value)}`,
  );
  return fields.join(', ').slice(0, SUMMARY_LENGTH);
}
