import { fieldsOf } from '#components/run-view/summarise-event.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';

export const logKinds = ['all', 'nodes', 'model', 'tools', 'errors'] as const;
export type LogKind = (typeof logKinds)[number];

export type LogFilter = { readonly kind: LogKind; readonly text: string };

/** Whether an event is of the wanted kind and holds the text, in whatever field, capitals aside. */
export function fitsFilter(event: PublicEvent, { kind, text }: LogFilter): boolean {
  if (!isOfKind(event, kind)) return false;
  const wanted = text.trim().toLowerCase();
  return wanted === '' || `${event.seq} ${event.type} ${fieldsOf(event)}`.toLowerCase().includes(wanted);
}

/** What tools are given and give, and what people say to it. */
const toolTypes: ReadonlySet<PublicEvent['type']> = new Set([
  'tool_call',
  'tool_progress',
  'tool_result',
  'skill_activated',
  'artifact_created',
  'open_url',
  'a2ui',
  'confirm_required',
  'approval_decided',
]);

function isOfKind(event: PublicEvent, kind: LogKind): boolean {
  if (kind === 'nodes') return event.type.startsWith('node_');
  if (kind === 'model')
    return event.type.startsWith('llm_') || event.type === 'content' || event.type === 'thinking' || event.type === 'token_usage';
  if (kind === 'tools') return toolTypes.has(event.type);
  if (kind === 'errors') return event.type === 'error' || ('error' in event && event.error !== undefined);
  return true;
}
