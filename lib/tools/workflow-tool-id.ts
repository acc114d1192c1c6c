const PREFIX = 'workflow@';

/** The id of the tool that runs the published workflow at this address: `workflow@find-order`. */
export function workflowToolId(slug: string): string {
  return `${PREFIX}${slug}`;
}

/** The address in the id of such a tool; undefined for any other tool. */
export function slugOfWorkflowTool(id: string): string | undefined {
  return id.startsWith(PREFIX) && id.length > PREFIX.length ? id.slice(PREFIX.length) : undefined;
}
