import { errorNumber } from '../errors/error-numbers.ts';
import type { Language } from '../i18n/language.ts';
import { translateError } from '../i18n/word-error.ts';
import type { EventLevel } from './public-event.ts';
import type { NodeError } from './run-event.ts';

type ErrorView = { readonly level: EventLevel; readonly language?: Language | undefined };

/** An error of a run or a node as the world sees it: with its number, in the language of the reader. */
export function publicError(error: NodeError, { level, language = 'en' }: ErrorView): NodeError {
  const { code, ...rest } = level === 'full' ? error : withoutValues(error);
  const number = errorNumber(code);
  return translateError({ code, ...(number !== undefined && { number }), ...rest }, language);
}

/**
 * Messages name the value that was wrong, and that value may be a prompt, an input or an argument:
 * the summary keeps what kind of error it was and where.
 */
function withoutValues({ code, nodeId, attempts }: NodeError): NodeError {
  const message = nodeId === undefined ? `The run failed: ${code}` : `Node ${nodeId} failed: ${code}`;
  return { code, message, ...(nodeId !== undefined && { nodeId }), ...(attempts !== undefined && { attempts }) };
}
