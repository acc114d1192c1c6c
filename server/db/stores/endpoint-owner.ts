import { MEMBER, type Owner, ownerOfKeyId, type Reader, WORKSPACE_OWNER } from '#lib/run/owner.ts';
import type { Endpoint } from './endpoint-store.ts';

type Named = Pick<Endpoint, 'keyId' | 'slug'>;
type Calling = Named & Pick<Endpoint, 'workflowId'>;

/** The key or the visitor itself, to whom its uploads belong. Without an endpoint it is a member of the workspace. */
export function callerOwner(endpoint: Named | undefined): Owner {
  return endpoint ? ownerOfKeyId(endpoint.keyId) : WORKSPACE_OWNER;
}

/** To whom the runs and sessions of a caller belong: all keys of the endpoint where those share, never to visitors. */
export function ownerOf(endpoint: (Named & Pick<Endpoint, 'sharesRuns'>) | undefined): Owner {
  const owner = callerOwner(endpoint);
  return endpoint?.sharesRuns && owner.kind === 'key' ? endpointOwner(endpoint.slug) : owner;
}

/** What a caller may read; without an endpoint it is a member of the workspace. */
export function readerOf(endpoint: Calling | undefined): Reader {
  return endpoint ? callerReader(endpoint) : MEMBER;
}

/** What a key or a visitor may read. A key keeps what it shared, whatever the setting is by now. */
export function callerReader(endpoint: Calling): Exclude<Reader, { isMember: true }> {
  const { slug, workflowId } = endpoint;
  const owner = callerOwner(endpoint);
  return { isMember: false, owners: owner.kind === 'key' ? [owner, endpointOwner(slug)] : [owner], slug, workflowId };
}

function endpointOwner(slug: string): Owner {
  return { kind: 'endpoint', id: slug };
}
