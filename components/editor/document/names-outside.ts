import type { Workflow } from '#lib/workflow/workflow.ts';

const FIELDS = ['model', 'fallbackModels', 'validateModel', 'summaryModel', 'graph', 'base', 'skills'];

/** Whether any node or the workflow names a model, graph, knowledge base or skill, so that a check has to know them. */
export function namesOutside({ nodes, settings }: Pick<Workflow, 'nodes' | 'settings'>): boolean {
  return (
    settings.defaultModel !== undefined ||
    nodes.some(({ config }) =>
      FIELDS.some((field) => [config[field]].flat().some((name) => (name ?? '') !== '' && name !== 'default')),
    )
  );
}
