import { cutText } from '#lib/text/cut-text.ts';
import { listTools } from '#lib/tools/tool-catalogue.ts';
import type { HandlerContext } from '../../handler-kit/define-handler.ts';
import { toolsOf } from '../../handler-kit/tools-of.ts';

/** Of each list; longer ones are cut and marked. */
const MAX_LISTED = 100;
const MAX_DESCRIPTION_CHARS = 200;

/** What a workflow of the workspace may be made of. Names and hosts of credentials, never their values. */
export type Surroundings = Awaited<ReturnType<typeof readSurroundings>>;

export async function readSurroundings({ deps, repos, workspaceId }: Pick<HandlerContext, 'deps' | 'repos' | 'workspaceId'>) {
  const [tools, ownAgents, credentials, workflows] = await Promise.all([
    toolsOf(deps, workspaceId),
    repos.agents.list(),
    repos.credentials.list({ limit: MAX_LISTED }),
    repos.workflows.list({ limit: MAX_LISTED }),
  ]);
  const enabled = listTools(tools).filter(({ definition, whyNot }) => whyNot === undefined && !definition.isInternal);
  const agents = [...Object.values(deps.agents), ...ownAgents.map(({ spec }) => spec)];
  return {
    models: deps.models.list().map(({ name }) => name),
    tools: listed(enabled.map(({ definition }) => definition.id)),
    agents: listed(agents.map(({ id, description }) => ({ id, description: cutText(description, MAX_DESCRIPTION_CHARS) }))),
    credentials: listed(
      credentials.items.map(({ name, type, hosts }) => ({ name, type, hosts })),
      credentials.nextCursor,
    ),
    workflows: listed(
      workflows.items.map(({ workflowId, name }) => ({ id: workflowId, name })),
      workflows.nextCursor,
    ),
  };
}

function listed<T>(items: readonly T[], nextCursor: string | null = null): { items: readonly T[]; hasMore?: true } {
  const hasMore = nextCursor !== null || items.length > MAX_LISTED;
  return { items: items.slice(0, MAX_LISTED), ...(hasMore && { hasMore }) };
}
