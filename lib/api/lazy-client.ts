import { ApiError } from './api-error.ts';
import { type CallOptions, callOperation } from './call-operation.ts';
import type { Client } from './client.ts';
import { contractLoaders } from './contract-loaders.gen.ts';
import type { Contract } from './define-contract.ts';
import type { ClientOptions, RequestParts } from './send-request.ts';

type Loader = () => Promise<Readonly<Record<string, Contract>>>;

/**
 * The API client of the studio. The contract of an operation is loaded by the first call, so that a page loads the
 * schemas of what it calls. If the contract cannot be loaded, the call rejects with `connection-failed`.
 */
export function makeLazyClient(options: ClientOptions): Client {
  const { reword = (error) => error } = options;
  const methods = Object.fromEntries(
    Object.entries<Loader>(contractLoaders).map(([name, load]) => [
      name,
      async (input?: RequestParts, call?: CallOptions) => {
        const loading = loaded(load()).catch((error: unknown) => Promise.reject(reword(error)));
        const contract = (await loading)[name] as Contract;
        return callOperation(options, contract, input ?? {}, call);
      },
    ]),
  );
  return {
    // The keys are those of all contracts, by the type of the loaders.
    ...(methods as unknown as Omit<Client, 'streamEvents'>),
    async *streamEvents(runId, stream) {
      try {
        const { streamEvents } = await loaded(import('./stream-events.ts'));
        yield* streamEvents(options, runId, stream);
      } catch (error) {
        throw reword(error);
      }
    },
  };
}

/** @throws {ApiError} `connection-failed` */
async function loaded<T>(code: Promise<T>): Promise<T> {
  try {
    return await code;
  } catch (cause) {
    throw new ApiError(
      { status: 0, code: 'connection-failed' },
      'A part of the page could not be loaded. Try again, or reload the page',
      { cause },
    );
  }
}
