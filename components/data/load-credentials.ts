import type { Client } from '#lib/api/client.ts';
import type { CredentialResource } from '#lib/api/credentials.contract.ts';

const PAGE = 100;
const PAGES_MAX = 20;

/** The credentials of the workspace, newest first; 2000 at most. */
export async function loadCredentials(
  client: Pick<Client, 'listCredentials'>,
  signal?: AbortSignal,
): Promise<readonly CredentialResource[]> {
  const found: CredentialResource[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < PAGES_MAX; page++) {
    const query = { limit: PAGE, ...(cursor !== null && { cursor }) };
    const { items, nextCursor } = await client.listCredentials({ query }, signal ? { signal } : {});
    found.push(...items);
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  return found;
}
