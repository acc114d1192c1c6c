import type { Messages } from '../../i18n/messages.ts';
import type { FieldPath } from '../../json/set-at-path.ts';
import type { Connection } from '../edit/connect-ports.ts';
import type { NodeId, WorkflowNode } from '../workflow.ts';

/**
 * One change of a fix, as plain data: fixes are found in a worker and applied by the page. A value
 * that is not `from` any more means that the fix no longer applies.
 */
export type FixStep =
  /** Replaces a value of a node, or without `nodeId` of the document; undefined removes it. */
  | {
      readonly kind: 'write';
      readonly nodeId?: NodeId;
      readonly path: FieldPath;
      readonly from: unknown;
      readonly to: unknown;
    }
  | { readonly kind: 'connect'; readonly connection: Connection }
  | { readonly kind: 'disconnect'; readonly edgeId: string }
  | { readonly kind: 'add'; readonly node: WorkflowNode }
  | { readonly kind: 'remove'; readonly nodeId: NodeId };

export type FixTextKey = keyof Messages['fixes'];

/** A change that mends a problem, named by a translated text. */
export type Fix = {
  readonly text: { readonly key: FixTextKey; readonly params: Readonly<Record<string, string>> };
  readonly steps: readonly FixStep[];
};

export function makeFix(key: FixTextKey, params: Fix['text']['params'], ...steps: readonly FixStep[]): Fix {
  return { text: { key, params }, steps };
}
