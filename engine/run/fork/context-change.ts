import { type ModelMessage, modelMessageSchema } from 'ai';
import { z } from 'zod';
import { type ContextEdit, contextEditKey, contextEditSchema, hashOf, stepOfKey } from '#engine/contract/context-edit.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { ContextChange } from '#lib/run/context-change.ts';
import type { NewRunEvent, RunEvent, RunEventOf } from '#lib/run/run-event.ts';

/** Where a changed conversation continues: before a model call of a node. */
export type ChangedContext = {
  /** Path of the node in the source run. */
  readonly nodePath: string;
  /** The last event that is reused. */
  readonly atSeq: number;
  readonly step: string;
  readonly edit: ContextEdit;
};

const requestSchema = z.object({ messages: z.array(z.unknown()) });

/**
 * Finds the call and its messages in the log.
 * @throws {AppError} `fork-invalid` for a call that is not there or is an agent's, and for messages
 * that it did not have
 */
export function readContextChange(change: ContextChange, events: readonly RunEvent[]): ChangedContext {
  const { callId, drop, pin, pinRemoved } = change;
  const call = events.find((event) => event.type === 'llm_call' && event.callId === callId);
  if (call?.type !== 'llm_call') throw invalid('context.callId', `The run has no model call ${callId}.`);
  if (call.parent)
    throw invalid(
      'context.callId',
      `${callId} is a call of the agent ${call.parent.agent}: only calls of a node itself can be made again.`,
    );
  if (drop.length + pin.length + pinRemoved.length === 0) throw invalid('context', 'Name a message to drop or to pin.');
  const began = events.findLast(
    (event) =>
      event.type === 'effect_started' &&
      event.seq < call.seq &&
      event.nodeId === call.nodeId &&
      stepOfKey(event.key) !== undefined,
  );
  const step = began?.type === 'effect_started' ? stepOfKey(began.key) : undefined;
  if (!began || step === undefined || !isOwnCall(call, began.seq, events))
    throw invalid('context.callId', `${callId} is no request of the conversation, but one for a summary or a verdict.`);
  const messages = messagesOf(call);
  const at = (field: string) => (index: number) => {
    const message = messages[index];
    if (!message) throw invalid(`context.${field}`, `The request of ${callId} has no message ${index} that can be changed.`);
    return message;
  };
  const pinned = [...pin.map(at('pin')), ...findRemoved(pinRemoved, call, events)];
  const edit = joined(earlierEdit(call.nodeId, step, events), { drop: drop.map(at('drop')).map(hashOf), pin: pinned });
  return { nodePath: call.nodeId, atSeq: began.seq - 1, step, edit };
}

/** What this run, itself a fork, was started with for the same request. */
function earlierEdit(nodeId: string, step: string, events: readonly RunEvent[]): ContextEdit {
  const key = contextEditKey(step);
  const stored = events.findLast((event) => event.type === 'effect_finished' && event.nodeId === nodeId && event.key === key);
  const read = stored?.type === 'effect_finished' ? contextEditSchema.safeParse(stored.result).data : undefined;
  return read ?? { drop: [], pin: [] };
}

function joined(before: ContextEdit, { drop, pin }: ContextEdit): ContextEdit {
  return { drop: [...new Set([...before.drop, ...drop])], pin: [...before.pin, ...pin] };
}

/** The edit as the node finds it in its ledger. Later forks reuse it like any effect. */
export function editEvents(nodeId: string, { step, edit }: Pick<ChangedContext, 'step' | 'edit'>): NewRunEvent[] {
  const key = contextEditKey(step);
  const name = 'context edit';
  return [
    { type: 'effect_started', nodeId, key, kind: 'model', name, isRepeatable: true, idempotencyKey: key },
    { type: 'effect_finished', nodeId, key, result: JSON.parse(JSON.stringify(edit)) },
  ];
}

/** Between the start of a request and the call there is no call that the request makes for something else. */
function isOwnCall(call: RunEventOf<'llm_call'>, began: number, events: readonly RunEvent[]): boolean {
  const open = new Set<string>();
  for (const event of events) {
    if (event.seq <= began || event.seq >= call.seq) continue;
    if (event.type === 'effect_started' && event.nodeId === call.nodeId) open.add(event.key);
    if (event.type === 'effect_finished' && event.nodeId === call.nodeId) {
      if (stepOfKey(event.key) !== undefined) return false;
      open.delete(event.key);
    }
  }
  return open.size === 0;
}

/** Undefined for a message that is no longer whole, such as one with images. */
function messagesOf({ request }: RunEventOf<'llm_call'>): (ModelMessage | undefined)[] {
  const { messages } = requestSchema.parse(request);
  return messages.map((message) => {
    const isWhole = modelMessageSchema.safeParse(message).success;
    return isWhole ? (message as ModelMessage) : undefined;
  });
}

/** Messages that earlier requests of the node had, the latest of each hash. */
function findRemoved(hashes: readonly string[], call: RunEventOf<'llm_call'>, events: readonly RunEvent[]): ModelMessage[] {
  if (hashes.length === 0) return [];
  const found = new Map<string, ModelMessage>();
  for (const event of events) {
    if (event.type !== 'llm_call' || event.nodeId !== call.nodeId || event.parent || event.operation || event.seq >= call.seq)
      continue;
    for (const message of messagesOf(event)) if (message) found.set(hashOf(message), message);
  }
  return hashes.map((hash) => {
    const message = found.get(hash);
    if (!message) throw invalid('context.pinRemoved', `No earlier request of ${call.nodeId} had the message ${hash}.`);
    return message;
  });
}

function invalid(path: string, message: string): AppError {
  return new AppError('fork-invalid', message, { details: { path } });
}
