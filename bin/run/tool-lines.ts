import { formatDuration } from '#lib/i18n/format-duration.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import { planProgress } from '#lib/run/todo.ts';
import { printable } from '../terminal.ts';

const MAX_LENGTH = 160;

/**
 * What a node or one of its agents does with a tool, in one line; undefined for an event without a line of its own.
 */
export function toolLine(
  event: Extract<
    PublicEvent,
    {
      type:
        | 'tool_call'
        | 'tool_progress'
        | 'tool_result'
        | 'context_compacted'
        | 'plan_updated'
        | 'skill_activated'
        | 'code_output'
        | 'artifact_created'
        | 'open_url'
        | 'a2ui';
    }
  >,
): string | undefined {
  const who = event.parent ? `${event.parent.agent} ` : '';
  switch (event.type) {
    case 'tool_call':
      return event.status === 'running' ? line(`${who}→ ${event.name}`, event.args && JSON.stringify(event.args)) : undefined;
    case 'tool_progress':
      return line(`${who}… ${event.name}`, event.message);
    case 'tool_result': {
      const state = event.status === 'success' ? undefined : event.status;
      return line(`${who}← ${event.name}`, state, event.error ?? event.summary, formatDuration(event.durationMs));
    }
    case 'context_compacted':
      return line(`${who}context compacted from ${event.originalTokens} to ${event.newTokens} tokens`);
    case 'plan_updated':
      return line(`${who}${planLine(event)}`);
    case 'skill_activated':
      return line(`${who}skill ${event.title} (${event.skill} ${event.version})`, event.reason);
    case 'artifact_created':
      return line(`${who}+ ${event.path ?? event.artifactId ?? ''}`, event.mediaType, `v${event.revision}`);
    case 'open_url':
      return line(`${who}⧉ ${event.url}`, event.title);
    // The text of the answer says what the interface shows.
    case 'a2ui':
      return undefined;
    case 'code_output':
      return line(`${who}│ ${event.content.trimEnd()}`);
    default:
      return event satisfies never;
  }
}

/** `plan 1/3: → Read the pages`: how much of it is done, and the step that it is at. */
function planLine({ todos, reason }: Extract<PublicEvent, { type: 'plan_updated' }>): string {
  const { done, total } = planProgress(todos);
  const failed = todos.findLast(({ status }) => status === 'failed');
  const active = todos.find(({ status }) => status === 'active');
  const at = active ? `→ ${active.text ?? active.id}` : failed && done < total ? `✗ ${failed.text ?? failed.id}` : '';
  return `plan ${done}/${total}${reason === 'replanned' ? ' (replanned)' : ''}${at && `: ${at}`}`;
}

function line(...parts: readonly (string | undefined | null | false | 0)[]): string {
  return parts
    .filter((part) => typeof part === 'string' && part !== '')
    .map((part) => shorten(printable(String(part)).replaceAll(/\s+/g, ' ')))
    .join('  ');
}

function shorten(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}
