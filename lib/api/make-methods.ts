import { type CallOptions, callOperation, type Method } from './call-operation.ts';
import type { Contract } from './define-contract.ts';
import type { ClientOptions, RequestParts } from './send-request.ts';

/** The methods of some operations alone, for code that must not load every contract. */
export function makeMethods<const C extends Readonly<Record<string, Contract>>>(
  options: ClientOptions,
  some: C,
): { readonly [Name in keyof C]: Method<C[Name]> } {
  const methods = Object.fromEntries(
    Object.entries(some).map(([name, contract]) => [
      name,
      (input?: RequestParts, call?: CallOptions) => callOperation(options, contract, input ?? {}, call),
    ]),
  );
  // The keys and types come from the contracts that the object was built from.
  return methods as unknown as { readonly [Name in keyof C]: Method<C[Name]> };
}
