import type { HandlerContext } from '../handler-kit/define-handler.ts';

/** Where uploads with keys go: a folder for each key, so that none sees or replaces files of others. */
export function ownPath(path: string, { endpoint }: Pick<HandlerContext, 'endpoint'>): string {
  return endpoint ? `uploads/${endpoint.keyId}/${path}` : path;
}
