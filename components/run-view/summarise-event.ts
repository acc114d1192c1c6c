import { formatDuration } from '#lib/i18n/format-duration.ts';
import { formatSize } from '#lib/i18n/format-size.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';

const SUMMARY_LENGTH = 400;

/**
 * One line about an event besides its number, time and type: words for tools and people, JSON-like
 * text for the rest.
 */
export function summariseEvent(event: PublicEvent): string {
  const parts = partsOf(event);
  const text = parts ? parts.filter((part) => part !== undefined && part !== '').join(', ') : fieldsOf(event);
  return visibleText(text.slice(0, SUMMARY_LENGTH));
}

/** Every field with its name. */
export function fieldsOf(event: PublicEvent): string {
  const { runId: _runId, seq: _seq, at: _at, type: _type, ...rest } = event;
  const fields = Object.entries(rest).map(([name, value]) =>
    name === 'nodeId' ? String(value) : `${name} ${JSON.stringify(value)}`,
  );
  return fields.join(', ');
}

function partsOf(event: PublicEvent): (string | undefined)[] | undefined {
  switch (event.type) {
    case 'tool_call':
      return [whoOf(event), event.name, event.status, JSON.stringify(event.args)];
    case 'tool_result':
      return [whoOf(event), event.name, event.status, formatDuration(event.durationMs), event.error ?? event.summary];
    case 'artifact_created':
      return [
        whoOf(event),
        event.name ?? event.mediaType,
        `v${event.revision}`,
        event.sizeBytes === undefined ? '' : formatSize(event.sizeBytes),
      ];
    case 'tool_progress':
      return [whoOf(event), event.name, event.message];
    case 'confirm_required':
      if (event.kind === 'wait') return [whoOf(event), event.expiresAt];
      return [whoOf(event), event.tool, event.description.replaceAll(/\s+/g, ' ')];
    case 'approval_decided':
      return [whoOf(event), event.status, event.comment && `"${event.comment}"`, JSON.stringify(event.args)];
    case 'skill_activated':
      return [whoOf(event), event.title, event.score.toFixed(2), event.reason];
    case 'run_continued':
      return [...event.nodeIds, event.step ? 'step' : undefined];
    default:
      return undefined;
  }
}

/** The node, and the worker that does it for the node. */
function whoOf({ nodeId, parent }: { nodeId: string; parent?: { agent: string } | undefined }): string {
  return parent ? `${nodeId} › ${parent.agent}` : nodeId;
}
