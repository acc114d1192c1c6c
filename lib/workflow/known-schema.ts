import type { Path } from '../expression/read-path.ts';
import type { JsonSchema } from '../json/json-schema.ts';
import type { InferredSchemas } from './infer-schemas.ts';
import { findInSchema } from './schema-path.ts';
import type { NodeId } from './workflow.ts';

/** Schema of a value, of the last run where the document does not say; undefined where there is no such value. */
export function knownSchema(reader: NodeId, nodeId: NodeId, path: Path, schemas: InferredSchemas): JsonSchema | undefined {
  if (!schemas.graph.nodes.has(nodeId)) return undefined;
  const found = findInSchema(schemas.valueSeenBy(reader, nodeId), path);
  if (found.kind === 'absent') return undefined;
  if (found.kind === 'found' && Object.keys(found.schema).length > 0) return found.schema;
  const learnt = schemas.learntOf(nodeId);
  const inLastRun = learnt && findInSchema(learnt, path);
  if (inLastRun?.kind === 'found') return inLastRun.schema;
  return found.kind === 'found' && inLastRun?.kind !== 'absent' ? found.schema : undefined;
}
