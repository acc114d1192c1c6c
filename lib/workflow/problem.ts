import type { TextPosition } from '../expression/expression-error.ts';
import type { ProblemText } from './problem-text.ts';

/** Maximum number of errors, and of warnings, of one validation. */
export const MAX_PROBLEMS = 100;

/** All codes of validation. Errors prevent a run; warnings do not. */
export const problemCodes = {
  'document-invalid': 'The document, a node or an edge does not have the shape of one.',
  'format-newer': 'The document was written in a newer format; it is left as it is.',
  'unknown-type': 'No node type has this name.',
  'version-newer': 'The node was written by a newer build; it is left as it is.',
  'migration-failed': 'The config of an old version could not be brought up to date.',
  'missing-field': 'A field that the node needs is not there.',
  'invalid-field': 'A field holds a value that it cannot hold.',
  'unknown-field': 'The config holds a field that the node type does not know.',
  'duplicate-id': 'Two nodes or two edges have the same id.',
  'id-reserved': 'The id is a word of the expression language, so nothing could refer to the node.',
  'parent-unknown': 'The node lies in a container that does not exist, or in a node that is none.',
  'container-empty': 'A container has no node to run.',
  'edge-dangling': 'An edge begins or ends at a node that does not exist.',
  'edge-duplicate': 'Two edges connect the same ports.',
  'edge-across-scopes': 'An edge goes into or out of a container.',
  'port-unknown': 'An edge uses a port that its node does not have.',
  cycle: 'Nodes wait for each other; repeating is what loops are for.',
  'start-missing': 'No node begins the workflow.',
  'start-repeated': 'More than one start node.',
  'unreachable-node': 'No path leads from the start to the node.',
  'branch-missing': 'A port that may fire leads nowhere.',
  'unknown-reference': 'An expression reads a node or field that does not exist.',
  'reference-not-before': 'An expression reads a node that does not come before.',
  'reference-may-be-skipped': 'An expression reads a node that may be skipped, without a default.',
  'reference-may-be-missing': 'An expression reads a field that is not always there, without a default.',
  'type-mismatch': 'A reference has another type than its field.',
  'expression-invalid': 'An expression cannot be read.',
  'unknown-tool': 'No tool has this name.',
  'unknown-worker': 'No worker has this name.',
  'unknown-workflow': 'A node calls a workflow or a version that does not exist.',
  'workflow-recursive': 'A node calls a workflow that leads back to itself, or too deep.',
  'called-invalid': 'A node calls a workflow that cannot run.',
  'conversation-concurrent': 'Two nodes that may run at once share one conversation.',
} as const;

export type ProblemCode = keyof typeof problemCodes;

/** A problem of a document with its position and a hint. */
export type Problem = {
  readonly code: ProblemCode;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly nodeId?: string;
  readonly edgeId?: string;
  /** Path of the field: `config.userPrompt` of a node, `nodes[3].label` of the document. */
  readonly path?: string;
  /** Position in the text of the field, from 1. */
  readonly at?: TextPosition;
  readonly hint?: string;
  /** Keys and parameters of `message` and `hint`. */
  readonly texts?: { readonly message: ProblemText; readonly hint?: ProblemText };
};
