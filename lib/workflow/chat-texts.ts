import { type StartInput, startInputsSchema } from './start-inputs.ts';

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

/** The inputs that attachments of a message fill, in order. */
export function fileInputsOf(start: StartConfigText): StartInput[] {
  return (startInputsSchema.safeParse(start.inputs ?? []).data ?? []).filter(({ type }) => type === 'file');
}

/** What the person said in a turn; empty where no input is a message. */
export function messageText(start: StartConfigText, inputs: Readonly<Record<string, unknown>>): string {
  const input = messageInputOf(start);
  const given = input && Object.hasOwn(inputs, input.name) ? inputs[input.name] : undefined;
  return typeof given === 'string' ? given : '';
}
