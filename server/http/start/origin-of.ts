import type { RunOrigin, Surface } from '#lib/run/run-origin.ts';
import { isVisitor } from '../../db/stores/endpoint-store.ts';
import type { HandlerContext } from '../handler-kit/define-handler.ts';

type Caller = Pick<HandlerContext, 'endpoint' | 'workspaceKey' | 'client' | 'surface' | 'origin'>;

/**
 * The origin of a run that a request starts. A visitor of a chat page has no key.
 * @param surface where the operation decides it; by default the studio for a page, `api` for a program
 */
export function originOf({ endpoint, workspaceKey, client, surface: via, origin }: Caller, surface?: Surface): RunOrigin {
  const keyId = endpoint && !isVisitor(endpoint) ? endpoint.keyId : workspaceKey?.keyId;
  return {
    surface: via ?? surface ?? (origin === undefined ? 'api' : 'studio'),
    ...(client !== undefined && { client }),
    ...(keyId !== undefined && { keyId }),
  };
}
