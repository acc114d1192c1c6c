import { agentRegistry } from '#agents/registry.gen.ts';
import { readWorkflow } from '#lib/workflow/read-workflow.ts';
import { type Validation, validateWorkflow } from '#lib/workflow/validate-workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { toolRegistry } from '#tools/registry.gen.ts';
import { triggerRegistry } from '#triggers/registry.gen.ts';
import type { Document } from './read-document.ts';
import type { OpenedWorkflow } from './read-shape.ts';

/** Every problem of a document; text that is not JSON is one. */
export function checkDocument(document: Document): Validation {
  if (document.isJson)
    return validateWorkflow(document.json, nodeRegistry, {
      tools: toolRegistry,
      agents: agentRegistry,
      triggers: triggerRegistry,
    });
  const problem = { code: 'document-invalid', severity: 'error', message: `This is not JSON: ${document.reason}` } as const;
  return { valid: false, errors: [problem], warnings: [] };
}

/** A workflow that can run here, its configs brought up to date; else everything that is wrong with it. */
export function openToRun(document: Document): OpenedWorkflow {
  const { valid, errors } = checkDocument(document);
  const { workflow } = valid && document.isJson ? readWorkflow(document.json, nodeRegistry) : {};
  return workflow ? { ok: true, workflow } : { ok: false, problems: errors };
}
