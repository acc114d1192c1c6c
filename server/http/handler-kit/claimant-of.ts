import type { LaneName } from '../../db/database/request-lane.ts';
import { isVisitor } from '../../db/stores/endpoint-store.ts';
import type { Claimant } from '../../limits/shares.ts';
import type { Caller } from './authenticate.ts';

/**
 * The shares that a caller belongs to.
 * @param address of a stranger, as `ClientAddresses.networkFor` tells it
 */
export function claimantOf({ endpoint, workspaceKey, isAnonymous }: Caller, address: string | undefined): Claimant {
  if (isAnonymous) return { kind: 'stranger', address };
  if (workspaceKey) return { kind: 'key', id: `workspace ${workspaceKey.keyId}` };
  if (!endpoint) return { kind: 'member' };
  const { keyId: id, slug } = endpoint;
  return isVisitor(endpoint) ? { kind: 'stranger', id, slug, address } : { kind: 'key', id, slug };
}

/** The lane of the database that statements for a caller are in. */
export function laneOf(caller: Caller): LaneName | undefined {
  return claimantOf(caller, undefined).kind === 'stranger' ? 'strangers' : undefined;
}
