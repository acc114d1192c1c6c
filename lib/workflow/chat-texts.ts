import { type FileSlots, fileSlotsOf } from './file-inputs.ts';
import { type StartInput, startInputsSchema } from './start-inputs.ts';
import type { Workflow } from './workflow.ts';

/** What a `start` node says of conversations. */
export type StartConfigText = Readonly<Record<string, unknown>>;

/**
 * The input that a message of a conversation is: the one that `start` names, else its first text, required ones first.
 * Undefined for a workflow without texts.
 */
export function messageInputOf(start: StartConfigText): StartInput | undefined {
  const inputs = startInputsSchema.safeParse(start.inputs ?? []).data ?? [];
  const texts = inputs.filter(({ type }) => type === 'text');
  return texts.find(({ name }) => name === start.messageInput) ?? texts.find(({ required }) => required) ?? texts[0];
}

/** The inputs that attachments of a message fill. */
export function messageFileSlots(start: StartConfigText): FileSlots {
  return fileSlotsOf(startInputsSchema.safeParse(start.inputs ?? []).data ?? []);
}

/** What the person said in a turn; empty where no input is a message. */
export function messageText(start: StartConfigText, inputs: Readonly<Record<string, unknown>>): string {
  const input = messageInputOf(start);
  const given = input && Object.hasOwn(inputs, input.name) ? inputs[input.name] : undefined;
  return typeof given === 'string' ? given : '';
}

export type ChatFields = FileSlots & {
  readonly opening: string;
  readonly suggestions: string[];
  /** Null for a workflow that takes no message. */
  readonly messageInput: string | null;
};

/** What a chat with a workflow begins with, and which inputs a message and its files fill. */
export function chatFieldsOf(workflow: Workflow): ChatFields {
  const start = workflow.nodes.find(({ type }) => type === 'start')?.config ?? {};
  const { opening, suggestions } = start;
  return {
    opening: typeof opening === 'string' ? opening : '',
    suggestions: Array.isArray(suggestions) ? suggestions.filter((one) => typeof one === 'string') : [],
    messageInput: messageInputOf(start)?.name ?? null,
    ...messageFileSlots(start),
  };
}
