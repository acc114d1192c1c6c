import { z } from 'zod';
import type { Artifact, Message, Part, StreamResponse, Task, TaskState, TaskStatus } from './a2a-types.ts';

/** The same objects as protocol 0.3 writes them. */
const states: Readonly<Record<TaskState, string>> = {
  TASK_STATE_SUBMITTED: 'submitted',
  TASK_STATE_WORKING: 'working',
  TASK_STATE_COMPLETED: 'completed',
  TASK_STATE_FAILED: 'failed',
  TASK_STATE_CANCELED: 'canceled',
  TASK_STATE_INPUT_REQUIRED: 'input-required',
};

const legacyPartSchema = z.discriminatedUnion('kind', [
  z.looseObject({ kind: z.literal('text'), text: z.string() }),
  z.looseObject({ kind: z.literal('data'), data: z.unknown() }),
  z.looseObject({
    kind: z.literal('file'),
    file: z.looseObject({
      bytes: z.base64().optional(),
      uri: z.string().optional(),
      name: z.string().max(200).optional(),
      mimeType: z.string().max(200).optional(),
    }),
  }),
]);

/** A message of protocol 0.3, read as one of 1.0. */
export const legacyMessageSchema = z
  .looseObject({
    messageId: z.string().max(200),
    contextId: z.string().max(200).optional(),
    taskId: z.string().max(200).optional(),
    role: z.enum(['user', 'agent']),
    parts: z.array(legacyPartSchema).max(200),
  })
  .transform(
    ({ messageId, contextId, taskId, parts }): Message => ({
      messageId,
      role: 'ROLE_USER',
      parts: parts.map(fromLegacyPart),
      ...(contextId !== undefined && { contextId }),
      ...(taskId !== undefined && { taskId }),
    }),
  );

function fromLegacyPart(part: z.output<typeof legacyPartSchema>): Part {
  if (part.kind === 'text') return { text: part.text };
  if (part.kind === 'data') return { data: part.data };
  const { bytes, uri, name, mimeType } = part.file;
  return {
    ...(bytes !== undefined && { raw: bytes }),
    ...(uri !== undefined && { url: uri }),
    ...(name !== undefined && { filename: name }),
    ...(mimeType !== undefined && { mediaType: mimeType }),
  };
}

export function toLegacyTask({ id, contextId, status, artifacts }: Task) {
  return { kind: 'task', id, contextId, status: toLegacyStatus(status), artifacts: artifacts.map(toLegacyArtifact) };
}

export function toLegacyEvent(event: StreamResponse): object {
  if ('task' in event) return toLegacyTask(event.task);
  if ('statusUpdate' in event) {
    const { status, ...names } = event.statusUpdate;
    // A stream has one, at its end: of a task that has ended, or waits.
    return { kind: 'status-update', ...names, status: toLegacyStatus(status), final: true };
  }
  const { artifact, ...rest } = event.artifactUpdate;
  return { kind: 'artifact-update', ...rest, artifact: toLegacyArtifact(artifact) };
}

function toLegacyStatus({ state, message, timestamp }: TaskStatus) {
  const said = message && { ...message, kind: 'message', role: 'agent', parts: message.parts.map(toLegacyPart) };
  return { state: states[state], timestamp, ...(said && { message: said }) };
}

function toLegacyArtifact({ parts, ...artifact }: Artifact) {
  return { ...artifact, parts: parts.map(toLegacyPart) };
}

function toLegacyPart({ text, data }: Part): object {
  return text === undefined ? { kind: 'data', data } : { kind: 'text', text };
}
