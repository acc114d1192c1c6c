import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { ApiDependencies } from '../../handler-kit/api-dependencies.ts';

/** After a change of what is published: keys, tools and triggers are held for a second, and are read again. */
export function forgetPublished({ publishing, triggers }: ApiDependencies, workspaceId: WorkspaceId): void {
  publishing.keyAuthenticator.invalidateAll();
  publishing.workflowTools.invalidate(workspaceId);
  publishing.origins.invalidate();
  triggers.hooks.invalidate();
}
