import { workspaceId } from '#lib/ports/run-store.ts';

/** The workspace of a server with a single one, and of what its config file names. */
export const LOCAL_WORKSPACE = workspaceId('ws_local');
