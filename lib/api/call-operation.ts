import { ApiError } from './api-error.ts';
import type { Contract, ContractInput, ContractOutput } from './define-contract.ts';
import { KEY_HEADER, sendOnce, takesKey } from './send-once.ts';
import { buildUrl, type ClientOptions, type OnSent, type RequestParts, send, stringEntries, toApiError } from './send-request.ts';

export type CallOptions = {
  readonly signal?: AbortSignal;
  /** Progress of an uploaded body, where the `fetch` of the client can tell it. */
  readonly onSent?: OnSent;
};

/** The method of a client for one operation. */
export type Method<C extends Contract> =
  Record<never, never> extends ContractInput<C>
    ? (input?: ContractInput<C>, options?: CallOptions) => Promise<ContractOutput<C>>
    : (input: ContractInput<C>, options?: CallOptions) => Promise<ContractOutput<C>>;

/**
 * One call of an operation; the response is validated against its contract.
 * @throws {ApiError} the error of the server, `connection-failed` without a response, `response-invalid` otherwise
 */
export async function callOperation(
  client: ClientOptions,
  contract: Contract,
  input: RequestParts,
  options: CallOptions = {},
): Promise<unknown> {
  try {
    return await requestAnswer(client, contract, input, options);
  } catch (error) {
    throw client.reword ? client.reword(error) : error;
  }
}

async function requestAnswer(client: ClientOptions, contract: Contract, input: RequestParts, { signal, onSent }: CallOptions) {
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
    ...(onSent ? { onSent } : {}),
  });
  if (!response.ok) throw await toApiError(response);
  if (contract.results[response.status]?.isFile) return response;
  const schema = contract.results[response.status]?.body;
  if (!schema) return undefined;
  const parsed = schema.safeParse(await response.json().catch(() => undefined));
  if (parsed.success) return parsed.data;
  throw new ApiError(
    { status: response.status, code: 'response-invalid' },
    `The answer to ${contract.name} does not match its contract`,
    {
      cause: parsed.error,
    },
  );
}
