import type { PublicEvent } from '../run/public-event.ts';
import { ApiError } from './api-error.ts';
import { type Contracts, contracts } from './contracts.gen.ts';
import type { Contract, ContractInput, ContractOutput } from './define-contract.ts';
import { KEY_HEADER, sendOnce, takesKey } from './send-once.ts';
import { buildUrl, type ClientOptions, type RequestParts, send, stringEntries, toApiError } from './send-request.ts';
import { type StreamEventsOptions, streamEvents } from './stream-events.ts';

export type { ClientOptions } from './send-request.ts';

type CallOptions = { readonly signal?: AbortSignal };

type Method<C extends Contract> =
  Record<never, never> extends ContractInput<C>
    ? (input?: ContractInput<C>, options?: CallOptions) => Promise<ContractOutput<C>>
    : (input: ContractInput<C>, options?: CallOptions) => Promise<ContractOutput<C>>;

/**
 * One method per operation, named like its contract; each rejects with an `ApiError`. Starts of
 * runs are retried under one Idempotency-Key when there is no response; with a key of the caller
 * they are sent once.
 */
export type Client = { readonly [Name in keyof Contracts]: Method<Contracts[Name]> } & {
  /**
   * The events of a run in order, without gaps or repeats. Ends after `done`: when the run ends or,
   * without `isFollowing`, when it waits. Reconnects after the last event; only a 4xx or the signal
   * ends it early. Leaving the loop does not stop the run.
   */
  streamEvents(runId: string, options?: StreamEventsOptions): AsyncGenerator<PublicEvent, void, undefined>;
};

/** The API client of the studio, the CLI and the tests. Responses are validated against their contracts. */
export function makeClient(options: ClientOptions): Client {
  const methods = Object.fromEntries(
    Object.entries(contracts).map(([name, contract]) => [
      name,
      (input?: RequestParts, call?: CallOptions) => request(options, contract, input ?? {}, call),
    ]),
  );
  // The keys and types come from the contracts that the object was built from.
  return { ...(methods as unknown as Client), streamEvents: (runId, stream) => streamEvents(options, runId, stream) };
}

async function request(
  client: ClientOptions,
  contract: Contract,
  input: RequestParts,
  { signal }: CallOptions = {},
): Promise<unknown> {
  const isKept = takesKey(contract) && input.headers?.[KEY_HEADER] === undefined;
  const response = await (isKept ? sendOnce : send)(client, buildUrl(client.baseUrl, contract.path, input), {
    method: contract.method,
    headers: {
      accept: 'application/json',
      ...client.headers,
      ...stringEntries(input.headers),
      ...(contract.body ? { 'content-type': 'application/json' } : {}),
      // A form names its boundary itself.
      ...(contract.upload && !(input.content instanceof FormData) ? { 'content-type': 'application/octet-stream' } : {}),
    },
    ...(contract.body ? { body: JSON.stringify('body' in input ? input.body : {}) } : {}),
    ...(contract.upload ? { body: input.content ?? null } : {}),
    ...(signal ? { signal } : {}),
  });
  if (!response.ok) throw await toApiError(response);
  if (contract.results[response.status]?.isFile) return response;
  const schema = contract.results[response.status]?.body;
  if (!schema) return undefined;
  const parsed = schema.safeParse(await response.json().catch(() => undefined));
  if (parsed.success) return parsed.data;
  throw new ApiError(
    { status: response.status, code: 'response-invalid' },
    `${contract.name} was answered with something else than its contract says`,
    {
      cause: parsed.error,
    },
  );
}
