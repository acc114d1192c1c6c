import { errorNumber } from '../errors/error-numbers.ts';
import type { Language } from '../i18n/language.ts';
import { translateError, wordError } from '../i18n/word-error.ts';
import type { EventLevel } from './event-level.ts';
import { hiddenPath } from './hidden-path.ts';
import { FILE_FAILURE, isFileFailure } from './is-file-failure.ts';
import { withoutIterations } from './node-path.ts';
import type { EventParent, NodeError, PendingApproval } from './run-event.ts';

/**
 * Who reads a run. Every surface shows runs by the functions of this file, and events by
 * `toPublicEvent`, which uses them: what leaves is what a `reply` says and what reaches `end`.
 */
export type RunReader = {
  /** `full` is the choice of who publishes the workflow; visitors never have it. */
  readonly level: EventLevel;
  /** Of errors. @defaultValue the language that they were written in */
  readonly language?: Language | undefined;
  /** Decides approvals, so that it has to know what they ask. @defaultValue false */
  readonly decides?: boolean | undefined;
  /** Reads words instead of codes, and numbers instead of names of nodes and models. @defaultValue false */
  readonly isVisitor?: boolean | undefined;
  /**
   * At `summary`, the nodes whose text is shown while it is written, by `leavingTexts`.
   * @defaultValue all of them, for a visitor none
   */
  readonly texts?: ReadonlySet<string> | undefined;
};

type Written = { readonly nodeId: string; readonly parent?: EventParent | undefined };

/** Whether a text leaves while it is written. What agents write on their way stays with the node that asked them. */
export function textLeaves({ nodeId, parent }: Written, { level, texts, isVisitor }: RunReader): boolean {
  if (level === 'full') return true;
  if (!texts) return !isVisitor;
  return parent === undefined && texts.has(withoutIterations(nodeId));
}

/** Whether a reader may know what approvals ask. */
export function knowsApprovals({ level, decides }: RunReader): boolean {
  return level === 'full' || decides === true;
}

/** What a reader learns who does not decide. */
const WAITS = 'This run waits for a decision of a person';

/**
 * A pending approval as its reader sees it. Its texts may have values of the draft: only readers who
 * decide get them, the others that the run waits. At `summary`, a call is shown by its tool alone,
 * since the rest shows its arguments.
 */
export function approvalFor(approval: PendingApproval, reader: RunReader): PendingApproval {
  const { level, language = 'en', isVisitor } = reader;
  if (level === 'full') return approval;
  const nodeId = isVisitor ? hiddenPath(approval.nodeId) : approval.nodeId;
  if (!knowsApprovals(reader)) return { ...approval, nodeId, tool: approval.kind, description: wordError(WAITS, language) };
  if (approval.kind === 'value') return approval;
  const tool = approval.kind === 'tool' ? approval.tool : 'effect';
  return { ...approval, tool, description: tool };
}

/** The code of every error that a visitor cannot do anything about: of all but those of files. */
const VISITOR_ERROR_CODE = 'something-went-wrong';

/** An error of a run or a node as its reader sees it: with its number, in the language of the reader. */
export function errorFor(error: NodeError, { level, language = 'en', isVisitor }: RunReader, runId: string): NodeError {
  if (isVisitor) return visitorError(runId, language, isFileFailure(error.code) ? FILE_FAILURE : VISITOR_ERROR_CODE);
  const { code, ...rest } = level === 'full' ? error : withoutValues(error);
  const number = errorNumber(code);
  return translateError({ code, ...(number !== undefined && { number }), ...rest }, language);
}

/** The same for every failure of a run: what failed is for who made the workflow, who finds the run by its id. */
export function visitorError(
  id: string,
  language: Language,
  code = VISITOR_ERROR_CODE,
): { readonly code: string; readonly message: string } {
  const message = `Something went wrong. Try again, or tell us this number: ${id}`;
  return { code, message: wordError(message, language) };
}

/** The error as shown, ready to be spread; empty without an error. */
export function errorIn(error: NodeError | null | undefined, reader: RunReader, runId: string): { error?: NodeError } {
  return error ? { error: errorFor(error, reader, runId) } : {};
}

/**
 * Messages name the value that was wrong, and that value may be a prompt, an input or an argument:
 * the summary keeps what kind of error it was and where.
 */
function withoutValues({ code, nodeId, attempts }: NodeError): NodeError {
  const message = nodeId === undefined ? `The run failed: ${code}` : `Node ${nodeId} failed: ${code}`;
  return { code, message, ...(nodeId !== undefined && { nodeId }), ...(attempts !== undefined && { attempts }) };
}

/** An error as members of the workspace see it. */
export function wholeError(error: NodeError, language: Language): NodeError {
  return errorFor(error, { level: 'full', language }, '');
}
