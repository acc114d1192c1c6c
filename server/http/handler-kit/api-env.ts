import type { HttpBindings } from '@hono/node-server';

export type ApiEnv = {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    /** The run that was started or is streamed. */
    runId?: string;
  };
};
