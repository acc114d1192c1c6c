import { fieldPath } from '../../expression/field-path.ts';
import { worded } from '../../i18n/problem-text.ts';
import { expressionModes } from '../../node-kit/field-expressions.ts';
import { definitionOf } from '../node-ports.ts';
import type { Problem } from '../problem.ts';
import type { NodeId } from '../workflow.ts';
import type { Check } from './check.ts';

/** As Sim writes a reference: here it is text. Only for ids that exist, since texts hold XML. */
const FOREIGN_TAG = /<([A-Za-z]\w{0,63})\.(\w[\w.]{0,200})>/g;
const MAX_OF_NODE = 10;

export const checkForeignTags: Check = ({ workflow, registry, schemas: { graph } }) =>
  workflow.nodes.flatMap((node): Problem[] => {
    const definition = definitionOf(node, registry);
    if (!definition) return [];
    const modeOf = expressionModes(definition);
    const found: Problem[] = [];
    const visit = (value: unknown, path: readonly (string | number)[]): void => {
      if (found.length >= MAX_OF_NODE) return;
      if (typeof value === 'string') {
        if (!value.includes('<') || (modeOf(path) !== 'template' && modeOf(path) !== 'text')) return;
        const tag = [...value.matchAll(FOREIGN_TAG)].find(([, name = '']) => idFor(name, graph.nodes) !== undefined);
        if (tag) found.push(problemOf(tag, { nodeId: node.id, path, ids: graph.nodes }));
      } else if (Array.isArray(value)) value.forEach((item, index) => void visit(item, [...path, index]));
      else if (typeof value === 'object' && value !== null)
        for (const [key, item] of Object.entries(value)) visit(item, [...path, key]);
    };
    visit(node.config, []);
    return found;
  });

type Ids = Pick<ReadonlyMap<NodeId, unknown>, 'has'>;

/** Their names begin with a capital letter. */
function idFor(name: string, ids: Ids): NodeId | undefined {
  return [name, name.toLowerCase()].find((id) => ids.has(id));
}

function problemOf(
  [tag, name = '', rest = '']: RegExpMatchArray,
  { nodeId, path, ids }: { nodeId: NodeId; path: readonly (string | number)[]; ids: Ids },
): Problem {
  return {
    code: 'expression-invalid',
    severity: 'warning',
    ...worded(['foreign-tag', { tag }], ['meant', { name: `{{${idFor(name, ids)}.${rest}}}` }]),
    nodeId,
    path: fieldPath(path),
  };
}
