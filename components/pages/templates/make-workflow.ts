import { WORKFLOW_FORMAT, type Workflow } from '#lib/workflow/workflow.ts';

/** As the document's schema has it, in UTF-16 units. */
const NAME_MAX_LENGTH = 200;

/** What a new workflow begins with: a start node, and nothing else. */
export function makeEmptyWorkflow(name: string): Workflow {
  const start = { id: 'start', type: 'start', version: 1, label: '', config: { inputs: [] }, position: { x: 0, y: 0 } };
  return { format: WORKFLOW_FORMAT, name, description: '', settings: {}, nodes: [start], edges: [] };
}

/** The workflow under another name; one that is too long is cut, between two characters. */
export function withName(workflow: Workflow, name: string): Workflow {
  let kept = '';
  for (const character of name) {
    if (kept.length + character.length > NAME_MAX_LENGTH) break;
    kept += character;
  }
  return { ...workflow, name: kept };
}

/** What an exported workflow is called on disk: its name without what file systems refuse. */
export function fileNameOf({ name }: Pick<Workflow, 'name'>): string {
  const safe = name
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .toLowerCase()
    .slice(0, 80);
  return `${safe || 'workflow'}.workflow.json`;
}
