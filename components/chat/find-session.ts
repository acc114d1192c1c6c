import { SAME_NAME_MAX } from '#components/chat/list-limits.ts';
import { apiClient } from '#components/data/api-client.ts';

type SessionName = { readonly name: string; readonly workflowId?: string | undefined; readonly slug?: string };

/** Id of the session that a message with this name goes into; undefined before its first turn is stored. */
export async function findSession({ name, workflowId, slug }: SessionName): Promise<string | undefined> {
  const where = { ...(workflowId !== undefined && { workflowId }), ...(slug !== undefined && { slug }) };
  const { items } = await apiClient.listSessions({ query: { sessionId: name, limit: SAME_NAME_MAX, ...where } });
  // Programs have sessions of that name for users of theirs; a page names no user.
  return (items.find(({ user }) => user === null) ?? items[0])?.id;
}
