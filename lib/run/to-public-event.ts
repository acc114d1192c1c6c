import { withoutOwnAddresses } from './compose-answer.ts';
import { eventId } from './event-id.ts';
import { hiddenPath } from './hidden-path.ts';
import { pickDefined } from './pick-defined.ts';
import type { PublicEvent } from './public-event.ts';
import { type PendingApproval, RUN_EVENT_VERSION, type RunEvent, type RunEventOf, type StoredEvent } from './run-event.ts';
import { type RawEvent, upcast } from './upcast.ts';
import { visitorEvent } from './visitor-event.ts';
import { approvalFor, errorFor, errorIn, type RunReader, textLeaves } from './what-leaves.ts';

export type PublicView = RunReader & { readonly runId: string };

/** The event as the world sees it; undefined for what this level does not show. */
export function toPublicEvent(event: RunEvent, view: PublicView): PublicEvent | undefined {
  const shown = atLevel(event, view);
  return shown && view.isVisitor ? visitorEvent(shown, view) : shown;
}

function atLevel(event: RunEvent, view: PublicView): PublicEvent | undefined {
  const { runId, level } = view;
  const base = { runId, seq: event.seq, at: new Date(event.at).toISOString() };
  const isFull = level === 'full';
  switch (event.type) {
    case 'run_started':
      return {
        ...base,
        type: event.type,
        ...pickDefined(event, 'workflowId', 'forkOf', 'until', 'breakpoints', 'skip'),
        ...(isFull && { inputs: event.inputs }),
      };
    case 'breakpoint_reached':
      return { ...base, type: event.type, nodeId: event.nodeId };
    case 'run_continued':
      return { ...base, type: event.type, ...pickDefined(event, 'nodeIds', 'step', 'breakpoints') };
    case 'session_opened':
      return { ...base, type: event.type, ...pickDefined(event, 'turn', 'afterRunId'), ...(isFull && { state: event.state }) };
    case 'reply':
      return { ...base, type: event.type, ...pickDefined(event, 'nodeId', 'content', 'from') };
    case 'queued':
      return { ...base, type: event.type, position: event.position };
    case 'run_resumed':
      return { ...base, type: event.type, reason: event.reason };
    case 'node_resumed':
      return { ...base, type: event.type, nodeId: event.nodeId };
    case 'moment_recorded':
      // The config of the node shows what was made of it.
      return undefined;
    case 'node_started':
      return { ...base, type: event.type, nodeId: event.nodeId, attempt: event.attempt, ...(isFull && { inputs: event.inputs }) };
    case 'node_retried':
      return {
        ...base,
        type: event.type,
        ...pickDefined(event, 'nodeId', 'attempt', 'delayMs'),
        ...stepError(event.error, view),
      };
    case 'llm_stream_retry':
      return {
        ...base,
        type: event.type,
        ...pickDefined(event, 'parent', 'nodeId', 'callId', 'attempt', 'delayMs'),
        ...stepError(event.error, view),
      };
    case 'node_finished':
      return { ...base, ...nodeFinished(event, view) };
    case 'llm_call':
      return {
        ...base,
        type: event.type,
        ...pickDefined(event, 'parent', 'nodeId', 'callId', 'operation', 'toolCallId'),
        status: 'running',
        model: event.model.name,
        ...pickDefined(event.model, 'maxContext'),
        ...(isFull && { request: event.request }),
      };
    case 'llm_result':
      return {
        ...base,
        type: 'llm_call',
        ...pickDefined(
          event,
          'parent',
          'nodeId',
          'callId',
          'operation',
          'toolCallId',
          'finishReason',
          'usage',
          'durationMs',
          'queuedMs',
        ),
        status: 'finished',
        ...(isFull && event.isHidden && { content: event.content }),
        ...stepError(event.error, view),
      };
    case 'thinking':
      return isFull ? { ...base, type: event.type, ...pickDefined(event, 'parent', 'nodeId', 'content') } : undefined;
    case 'content':
      return textLeaves(event, view)
        ? { ...base, type: event.type, ...pickDefined(event, 'parent', 'nodeId', 'content', 'citations') }
        : undefined;
    case 'tool_call':
      return {
        ...base,
        type: event.type,
        ...pickDefined(event, 'parent', 'nodeId', 'id', 'name', 'status'),
        ...((isFull || isAnswerCall(event, view)) && pickDefined(event, 'args')),
      };
    case 'tool_result':
      return {
        ...base,
        type: event.type,
        ...pickDefined(event, 'parent', 'nodeId', 'id', 'name', 'status', 'durationMs'),
        // what a tool says of itself names what it was given
        ...(isFull && pickDefined(event, 'summary', 'result', 'error', 'warnings', 'verdict', 'citations', 'retrieval')),
        ...(isFull && event.app && { app: { uri: event.app.uri } }),
      };
    case 'tool_progress':
      return {
        ...base,
        type: event.type,
        ...pickDefined(event, 'parent', 'nodeId', 'id', 'name', 'share'),
        ...(isFull && pickDefined(event, 'message')),
      };
    case 'confirm_required':
      return {
        ...base,
        type: event.type,
        ...approvalFor(
          pickDefined(event, 'nodeId', 'actionId', 'kind', 'tool', 'description', 'expiresAt') as PendingApproval,
          view,
        ),
        ...pickDefined(event, 'parent', 'toolCallId'),
        ...(isFull && pickDefined(event, 'args', 'fixed', 'schema')),
      };
    case 'approval_decided':
      return {
        ...base,
        type: event.type,
        ...pickDefined(event, 'parent', 'nodeId', 'actionId', 'status'),
        ...(isFull && pickDefined(event, 'args', 'comment')),
      };
    case 'code_output':
      // What code prints may be what the node was given.
      return isFull ? { ...base, type: event.type, ...pickDefined(event, 'parent', 'nodeId', 'stream', 'content') } : undefined;
    case 'context_compacted':
      return {
        ...base,
        type: event.type,
        ...pickDefined(event, 'parent', 'nodeId', 'strategy', 'originalTokens', 'newTokens', 'removedCount'),
        ...(isFull && pickDefined(event, 'removed')),
      };
    case 'plan_updated':
      return {
        ...base,
        type: event.type,
        ...pickDefined(event, 'parent', 'nodeId', 'reason'),
        // A model writes them, about what it was given.
        todos: isFull ? event.todos : event.todos.map(({ text: _text, ...todo }) => todo),
      };
    case 'skill_activated':
      return {
        ...base,
        type: event.type,
        ...pickDefined(event, 'parent', 'nodeId', 'skill', 'title', 'version', 'score', 'by', 'missingTools'),
        // It has words of the message.
        ...(isFull && pickDefined(event, 'reason')),
      };
    case 'artifact_created':
      return {
        ...base,
        type: event.type,
        ...pickDefined(event, 'parent', 'nodeId', 'artifactId', 'mediaType', 'revision'),
        // A model names and writes it, perhaps for a person to approve. Who may have the file reads this from it.
        ...(isFull && pickDefined(event, 'name', 'path', 'sizeBytes')),
      };
    case 'open_url':
      return isAnswer(event, view)
        ? {
            ...base,
            type: event.type,
            ...pickDefined(event, 'parent', 'nodeId', 'toolCallId', 'tabId', 'url', 'title', 'viewKey', 'panelKey'),
          }
        : undefined;
    case 'a2ui':
      return isAnswer(event, view)
        ? { ...base, type: event.type, ...pickDefined(event, 'parent', 'nodeId', 'toolCallId', 'surface') }
        : undefined;
    case 'token_usage':
      return { ...base, type: event.type, ...pickDefined(event, 'nodeId', 'llmCalls', 'usage') };
    case 'effect_started':
      return isFull
        ? {
            ...base,
            type: 'effect',
            status: 'started',
            ...pickDefined(event, 'nodeId', 'key', 'kind', 'name', 'isRepeatable', 'idempotencyKey'),
          }
        : undefined;
    // The events of the call itself have its result.
    case 'effect_finished':
      return isFull
        ? {
            ...base,
            type: 'effect',
            status: event.error === undefined ? 'finished' : 'failed',
            ...pickDefined(event, 'nodeId', 'key', 'error'),
          }
        : undefined;
    case 'effect_discarded':
      return isFull ? { ...base, type: 'effect', status: 'discarded', ...pickDefined(event, 'nodeId', 'key') } : undefined;
    case 'error': {
      const { seq: _seq, at: _at, v: _v, type, ...error } = event;
      return { ...base, type, ...errorFor(error, view, runId) };
    }
    case 'done':
      return {
        ...base,
        type: event.type,
        ...pickDefined(
          event,
          'status',
          'reason',
          'outputs',
          'answerParts',
          'tokensUsed',
          'costUsd',
          'isCostPartial',
          'resumesAt',
          'breakpoints',
        ),
        ...(event.approvals && { approvals: event.approvals.map((approval) => approvalFor(approval, view)) }),
        ...(event.answerParts && !isFull && { answerParts: withoutOwnAddresses(event.answerParts) }),
        ...errorIn(event.error, view, runId),
      };
    default:
      return event satisfies never;
  }
}

/** An interface and an address are what the caller is to see, as a text is. */
function isAnswer(event: RunEventOf<'open_url' | 'a2ui' | 'tool_call'>, view: PublicView): boolean {
  return view.level === 'full' || (event.parent === undefined && textLeaves(event, view));
}

function isAnswerCall(event: RunEventOf<'tool_call'>, view: PublicView): boolean {
  return (event.name === 'a2ui' || event.name === 'open_url') && isAnswer(event, view);
}

function nodeFinished(event: RunEventOf<'node_finished'>, view: PublicView) {
  const isFull = view.level === 'full';
  const { fired } = event;
  const ports = Object.keys(fired ?? {});
  const [firstPort = 'out'] = ports;
  // the value of the port that fired, of `out` when several did: what `{{node}}` reads
  const output = fired && (ports.length === 1 ? fired[firstPort] : fired.out);
  return {
    type: event.type,
    ...pickDefined(event, 'nodeId', 'status', 'reason', 'executionTimeMs', 'usage'),
    ...(isFull && fired && { ports }),
    ...(isFull && output !== undefined && { output }),
    ...(isFull && pickDefined(event, 'warnings')),
    ...(isFull && event.memory && { memory: event.memory }),
    ...(isFull && event.session && { session: event.session }),
    ...(event.reused && { reused: { ...event.reused, at: new Date(event.reused.at).toISOString() } }),
    ...stepError(event.error, view),
  };
}

/** What a node recovers from is nothing to a visitor. */
function stepError(error: Parameters<typeof errorIn>[0], view: PublicView): ReturnType<typeof errorIn> {
  return view.isVisitor ? {} : errorIn(error, view, view.runId);
}

const STORED_HEAD = /^\{"seq":(\d+),"at":(\d+),"v":(\d+),/;
/** Unescaped quotes are never part of a text. */
const STORED_NODE = ',"nodeId":"';
const STORED_CITATIONS = ',"citations":';
const STORED_PARENT = '"parent":';

/**
 * A stored event as one server-sent event, '' for what this level does not show or this build does
 * not know. Deltas, which are nearly all of a long log, are not parsed: inside and outside they
 * differ only in their head.
 */
export function toPublicFrame(stored: StoredEvent, view: PublicView): string {
  const data = deltaData(stored, view) ?? otherData(stored, view);
  return data && `id: ${eventId(view.runId, stored.seq)}\nevent: ${data.type}\ndata: ${data.json}\n\n`;
}

function deltaData(stored: StoredEvent, view: PublicView): { type: string; json: string } | '' | undefined {
  const { type, json, seq } = stored;
  if (type !== 'content' && type !== 'thinking') return undefined;
  if (type === 'thinking' && view.level === 'summary') return '';
  if (view.isVisitor || (view.level === 'summary' && view.texts !== undefined)) {
    const nodeId = nodeOfDelta(json);
    if (nodeId === undefined) return undefined;
    if (!textLeaves({ nodeId }, view)) return '';
  }
  const head = STORED_HEAD.exec(json);
  if (!head || Number(head[3]) !== RUN_EVENT_VERSION[type]) return undefined;
  if (view.isVisitor && json.includes(STORED_CITATIONS)) return undefined;
  const at = new Date(Number(head[2])).toISOString();
  const fields = view.isVisitor ? withoutName(json) : json;
  return {
    type,
    json: `{"runId":${JSON.stringify(view.runId)},"seq":${seq},"at":"${at}",${fields.slice(head[0].length)}`,
  };
}

/** Whose text it is, where that is the last field; undefined where it takes parsing, as for texts of agents. */
function nodeOfDelta(json: string): string | undefined {
  const at = json.lastIndexOf(STORED_NODE);
  if (at === -1 || !json.endsWith('"}') || json.includes(STORED_PARENT)) return undefined;
  const nodeId = json.slice(at + STORED_NODE.length, -'"}'.length);
  return nodeId.includes('"') || nodeId.includes('\\') ? undefined : nodeId;
}

/** A delta whose node `nodeOfDelta` has found. */
function withoutName(json: string): string {
  const from = json.lastIndexOf(STORED_NODE) + STORED_NODE.length;
  return `${json.slice(0, from)}${hiddenPath(json.slice(from, -'"}'.length))}"}`;
}

function otherData(stored: StoredEvent, view: PublicView): { type: string; json: string } | '' {
  const event = readPublicEvent(stored, view);
  return event ? { type: event.type, json: JSON.stringify(event) } : '';
}

/**
 * A stored event as the world sees it; undefined for what this level does not show or this build
 * does not know.
 */
export function readPublicEvent(stored: StoredEvent, view: PublicView): PublicEvent | undefined {
  const current = readCurrentEvent(stored);
  return current && toPublicEvent(current, view);
}

/** A stored event as this build writes it; undefined for one that it does not know. */
export function readCurrentEvent({ json }: Pick<StoredEvent, 'json'>): RunEvent | undefined {
  // not checked against the schema again: the run's holder wrote it, and zod takes 32 ms for 800 KB
  // of JSON where parsing takes 6
  return upcast(JSON.parse(json) as RawEvent) as RunEvent | undefined;
}
