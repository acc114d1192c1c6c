import { formatDuration } from '#lib/i18n/format-duration.ts';
import { formatUsd } from '#lib/i18n/format-usd.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import type { TokenUsage } from '#lib/run/run-event.ts';
import type { NodeEnd } from '#lib/run/run-status.ts';

/** Events that change the state of a node. */
export type NodeLineEvent = Extract<
  PublicEvent,
  {
    type:
      | 'breakpoint_reached'
      | 'node_started'
      | 'node_resumed'
      | 'node_retried'
      | 'llm_stream_retry'
      | 'node_finished'
      | 'confirm_required'
      | 'approval_decided';
  }
>;

export function stateAfter(event: NodeLineEvent): NodeEnd | 'running' | 'waiting' {
  if (event.type === 'node_finished') return event.status;
  return event.type === 'confirm_required' || event.type === 'breakpoint_reached' ? 'waiting' : 'running';
}

/** What there is to say of it behind the node's name. */
export function notesOf(event: NodeLineEvent): (string | undefined)[] {
  switch (event.type) {
    case 'breakpoint_reached':
      return ['paused at a breakpoint'];
    case 'node_started':
    case 'node_resumed':
      return [];
    case 'llm_stream_retry':
      if (event.delayMs === 0) return ['this answer does not count', event.error?.message];
      return [`attempt ${event.attempt} failed, next in ${formatDuration(event.delayMs)}`, event.error?.message];
    case 'node_retried':
      return [`attempt ${event.attempt} failed, next in ${formatDuration(event.delayMs)}`, event.error?.message];
    case 'confirm_required':
      if (event.kind === 'wait') return [`until ${event.expiresAt}`];
      return [event.kind === 'value' ? undefined : event.tool, event.description, event.actionId];
    case 'approval_decided':
      return [event.status, event.comment];
    case 'node_finished':
      return [
        event.reason?.replaceAll('_', ' '),
        event.reused && `reused from ${event.reused.runId}`,
        event.reused || event.status === 'skipped' ? undefined : formatDuration(event.executionTimeMs),
        event.usage && event.usage.totalTokens > 0 ? `${event.usage.totalTokens} tokens` : undefined,
        event.usage && costNote(event.usage),
        event.error && `${event.error.code}: ${event.error.message}`,
      ];
    default:
      return event satisfies never;
  }
}

/** What it cost, as far as that is known; undefined where no model has a price. */
export function costNote({ costUsd, isCostPartial }: Pick<TokenUsage, 'costUsd' | 'isCostPartial'>): string | undefined {
  if (costUsd === undefined) return undefined;
  return isCostPartial ? `${formatUsd(costUsd)} and more, of models without a price` : formatUsd(costUsd);
}
