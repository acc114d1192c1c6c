/** What a list of workflows can be narrowed to. */
export const workflowStates = ['live', 'failing', 'waiting'] as const;
export type WorkflowState = (typeof workflowStates)[number];

/** Orders of a list of workflows: last saved, by name, with the most nodes, or with the latest run first. */
export const workflowSorts = ['saved', 'name', 'nodes', 'run'] as const;
export type WorkflowSort = (typeof workflowSorts)[number];
