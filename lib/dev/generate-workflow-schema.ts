import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { documentSchemaText } from '../workflow/document-json-schema.ts';

export const WORKFLOW_SCHEMA_PATH = 'public/schema/workflow.schema.json';

/** True if the published file was outdated; with `isCheck` it is not written. */
export function generateWorkflowSchema(root: string, { isCheck = false }: { isCheck?: boolean } = {}): boolean {
  const file = join(root, WORKFLOW_SCHEMA_PATH);
  const text = documentSchemaText(nodeRegistry);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return false;
  if (!isCheck) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return true;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  const isStale = generateWorkflowSchema(join(import.meta.dirname, '../..'), { isCheck: values.check });
  if (isStale && values.check) {
    console.error(`${WORKFLOW_SCHEMA_PATH} is stale: run npm run generate`);
    process.exitCode = 1;
  }
}
