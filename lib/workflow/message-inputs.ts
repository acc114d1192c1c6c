import type { StartInput } from './start-inputs.ts';

/** Text inputs that take a message, and those that take instructions; first match first. */
const MESSAGE_NAMES = ['message', 'question', 'query', 'prompt', 'input', 'text', 'content'];
const INSTRUCTION_NAMES = ['instructions', 'system'];
const CONVERSATION_NAME = 'messages';

/** The inputs of a workflow that the parts of a conversation go to. */
export type MessageInputs = {
  /** The text of the last message. */
  readonly message?: StartInput | undefined;
  /** The whole conversation, as `[{ role, content }]`. */
  readonly conversation?: StartInput | undefined;
  readonly instructions?: StartInput | undefined;
};

/**
 * - `message`: the text input named `message`, `question`, `query`, `prompt`, `input`, `text` or
 *   `content`, else the first one that is required and has no default, else the first one;
 * - `conversation`: the JSON input `messages`;
 * - `instructions`: the text input `instructions` or `system`.
 */
export function messageInputs(declared: readonly StartInput[]): MessageInputs {
  const texts = declared.filter(({ type }) => type === 'text' || type === 'select');
  const instructions = named(texts, INSTRUCTION_NAMES);
  const others = texts.filter((input) => input !== instructions);
  const isOpen = ({ required, default: value }: StartInput) => required === true && value === undefined;
  return {
    message: named(others, MESSAGE_NAMES) ?? others.find(isOpen) ?? others[0],
    conversation: declared.find(({ name, type }) => name === CONVERSATION_NAME && type === 'json'),
    instructions,
  };
}

function named(inputs: readonly StartInput[], names: readonly string[]): StartInput | undefined {
  for (const name of names) {
    const found = inputs.find((input) => input.name.toLowerCase() === name);
    if (found) return found;
  }
  return undefined;
}
