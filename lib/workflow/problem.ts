import type { TextPosition } from '../expression/expression-error.ts';
import type { ProblemText } from '../i18n/problem-text.ts';
import type { Fix } from './fixes/fix.ts';

/** Maximum number of errors, and of warnings, of one validation. */
export const MAX_PROBLEMS = 100;

/** All codes of validation. Errors prevent a run; warnings do not. */
export const problemCodes = {
  'document-invalid': 'The document, a node or an edge has an invalid structure.',
  'format-newer': 'The document has a newer format; it is not changed.',
  'unknown-type': 'No node type has this name.',
  'version-newer': 'A newer build wrote the node; it is not changed.',
  'migration-failed': 'The config of an old version could not be migrated.',
  'missing-field': 'A required field is missing or empty.',
  'invalid-field': 'A field has an invalid value.',
  'unknown-field': 'The node type has no such field.',
  'duplicate-id': 'Two nodes or two edges have the same id.',
  'id-reserved': 'The id is a reserved word of the expression language, so nothing could refer to the node.',
  'parent-unknown': 'The parent of the node does not exist, or is not a container.',
  'container-empty': 'A container is empty.',
  'edge-dangling': 'An edge starts or ends at a node that does not exist.',
  'edge-duplicate': 'Two edges connect the same ports.',
  'edge-across-scopes': 'An edge crosses the border of a container.',
  'port-unknown': 'An edge uses a port that its node does not have.',
  'edge-after-end': 'An edge starts at an end node.',
  cycle: 'Nodes form a cycle; use a loop to repeat steps.',
  'start-missing': 'There is no start node.',
  'start-repeated': 'There is more than one start node.',
  'unreachable-node': 'No path leads from the start to the node.',
  'branch-missing': 'A port that may fire is not connected.',
  'unknown-reference': 'An expression reads a node or field that does not exist.',
  'reference-not-before': 'An expression reads a node that does not run before its own.',
  'reference-may-be-skipped': 'An expression reads a node that may be skipped, without a default.',
  'reference-may-be-missing': 'An expression reads a field that may be missing, without a default.',
  'type-mismatch': 'The type of a reference does not match its field.',
  'expression-invalid': 'An expression is invalid.',
  'body-of-text': 'A body is JSON written as text with values in it.',
  'outputs-empty': 'An end node after a model returns nothing.',
  'output-repeated': 'Two end nodes that may both run have an output of the same name.',
  'unknown-tool': 'No tool has this name.',
  'tool-off': 'The tool cannot be called.',
  'unknown-worker': 'No agent has this name.',
  'unknown-credential': 'The settings of the workflow have no credential with this name.',
  'unknown-model': 'No model has this name.',
  'unknown-graph': 'The config file has no graph with this name.',
  'unknown-base': 'No knowledge base has this name.',
  'unknown-skill': 'No skill has this name.',
  'unknown-workflow': 'A node calls a workflow or a version that does not exist.',
  'workflow-recursive': 'A node calls a workflow that calls itself, or calls are nested too deeply.',
  'called-invalid': 'A node calls a workflow that cannot run.',
  'conversation-concurrent': 'Two nodes that may run concurrently share a conversation.',
} as const;

export type ProblemCode = keyof typeof problemCodes;

/** A problem of a document with its position and a hint. */
export type Problem = {
  readonly code: ProblemCode;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly nodeId?: string;
  readonly edgeId?: string;
  /** The trigger with the problem; `path` is a path in it. */
  readonly triggerId?: string;
  /** Path of the field: `config.userPrompt` of a node, `nodes[3].label` of the document. */
  readonly path?: string;
  /** Position in the text of the field, from 1. */
  readonly at?: TextPosition;
  readonly hint?: string;
  /** Keys and parameters of `message` and `hint`. */
  readonly texts?: { readonly message: ProblemText; readonly hint?: ProblemText };
  /** Changes that mend it, the likeliest first; only the studio looks for them. */
  readonly fixes?: readonly Fix[];
};
