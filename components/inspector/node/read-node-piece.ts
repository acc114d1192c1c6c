import type { NodePiece } from '#components/inspector/node/node-piece.ts';
import { keysOf } from '#lib/expression/keys-of-path.ts';
import { type JsonMistake, parseJsonText } from '#lib/json/parse-json-text.ts';
import type { Problem } from '#lib/workflow/problem.ts';
import { type WorkflowNode, workflowNodeSchema } from '#lib/workflow/workflow.ts';

const pieceSchema = workflowNodeSchema.omit({ position: true, parentId: true });
/** What is changed elsewhere, where everything that depends on it follows. */
const FIXED = ['id', 'type', 'version'] as const;

export type PieceReading =
  | { readonly kind: 'piece'; readonly piece: NodePiece }
  | { readonly kind: 'mistake'; readonly mistake: JsonMistake }
  | { readonly kind: 'fixed'; readonly name: (typeof FIXED)[number] }
  | { readonly kind: 'shape'; readonly path: string; readonly message: string };

/** Parses a text as the JSON of this node, or returns the problem. */
export function readNodePiece(text: string, node: WorkflowNode): PieceReading {
  const json = parseJsonText(text);
  if (!json.ok) return { kind: 'mistake', mistake: json.mistake };
  const parsed = pieceSchema.safeParse(json.value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { kind: 'shape', path: issue?.path.join('.') ?? '', message: issue?.message ?? '' };
  }
  const name = FIXED.find((key) => parsed.data[key] !== node[key]);
  return name === undefined ? { kind: 'piece', piece: parsed.data } : { kind: 'fixed', name };
}

/** Adds line numbers to the node's problems; none while the text is not valid JSON. */
export function locateProblems(text: string, problems: readonly Problem[]): readonly (Problem & { line: number })[] {
  const json = parseJsonText(text);
  if (!json.ok) return [];
  return problems.map((problem) => ({ ...problem, line: json.lineOf(keysOf(problem.path ?? '')) }));
}
