import { isExactNumber } from '../json/exact-numbers.ts';
import { readJsonText } from '../json/json-limits.ts';
import type { StartInput } from './start-inputs.ts';

export type CoercedInput = { ok: true; value: unknown } | { ok: false; message: string };

/**
 * The value of a text from a command line or form, if nothing is lost: `12345678901234567890` is
 * not a number. `parseRunInputs` checks whether it matches the input.
 */
export function coerceInputText(input: StartInput, text: string): CoercedInput {
  switch (input.type) {
    case 'text':
    case 'select':
      return { ok: true, value: text };
    case 'number':
      return coerceNumber(input.name, text.trim());
    case 'boolean': {
      const word = text.trim().toLowerCase();
      if (word === 'true' || word === 'false') return { ok: true, value: word === 'true' };
      return { ok: false, message: `Input '${input.name}' has to be true or false, not '${text}'` };
    }
    case 'file':
    case 'files':
    case 'json':
      return coerceJson(input.name, text);
    default:
      return input.type satisfies never;
  }
}

function coerceNumber(name: string, text: string): CoercedInput {
  const isNumber = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text);
  const value = Number(text);
  if (!isNumber || !Number.isFinite(value)) return { ok: false, message: `Input '${name}' has to be a number, not '${text}'` };
  if (!isExactNumber(asJsonNumber(text)))
    return { ok: false, message: `Input '${name}' has more digits than a number keeps exactly: ${text}` };
  return { ok: true, value };
}

/** Without the plus sign and with the digits that JSON wants. */
function asJsonNumber(text: string): string {
  return text
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.(?=e|$)/i, '');
}

function coerceJson(name: string, text: string): CoercedInput {
  try {
    const { value, excess } = readJsonText(text);
    return excess === undefined ? { ok: true, value } : { ok: false, message: `Input '${name}' has ${excess}` };
  } catch (error) {
    return { ok: false, message: `Input '${name}' is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}
