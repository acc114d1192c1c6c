import type { HttpBindings } from '@hono/node-server';

export type ApiEnv = {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    /** The run that was started or is streamed. */
    runId?: string;
    /** Of a page or a form: reads errors as words. */
    isVisitor?: boolean;
    /** A member, a key or a signed request, which is refused without delay. */
    isInsider?: boolean;
    /** Of a 401, where it is not that of the API. */
    challenge?: string;
    /** Reads errors in the form of OpenAI, at an address that is not below its root. */
    isOfOpenAi?: boolean;
    /** A page of an origin that may call this address. */
    isListedOrigin?: boolean;
  };
};
