import type { HttpBindings } from '@hono/node-server';

export type ApiEnv = { Bindings: HttpBindings; Variables: { requestId: string } };
