import type { Client } from '#lib/api/client.ts';
import type { Contract } from '#lib/api/define-contract.ts';
import { scopeOf } from '#lib/api/scope.ts';
import { assertFields, assertScope } from '../handler-kit/authenticate.ts';
import type { Handler, HandlerContext } from '../handler-kit/define-handler.ts';
import { parsePart } from '../protocol/parse-part.ts';
import { handlerLoaders } from './handler-loaders.gen.ts';

type Parts = Readonly<Partial<Record<'params' | 'query' | 'headers' | 'body', unknown>>>;

/** The operations of the API for one caller, without a request: checked, validated and executed like over HTTP. */
export function makeInProcessClient(context: HandlerContext): Omit<Client, 'streamEvents'> {
  const all = Object.entries(handlerLoaders) as unknown as [string, () => Promise<Handler>][];
  // Keys and types come from the contracts of the handlers.
  return Object.fromEntries(
    all.map(([name, load]) => [name, async (parts: Parts = {}) => call(await load(), parts, context)]),
  ) as unknown as Omit<Client, 'streamEvents'>;
}

async function call({ contract, handle }: Handler, given: Parts, context: HandlerContext): Promise<unknown> {
  assertScope(context, scopeOf(contract));
  const parts = {
    params: partOf(contract, given, 'params'),
    query: partOf(contract, given, 'query'),
    headers: partOf(contract, given, 'headers'),
    body: partOf(contract, given, 'body'),
  };
  assertFields(context, contract, parts);
  const answer = await handle({ ...parts, ...context } as Parameters<typeof handle>[0]);
  if ('stream' in answer) throw streamed(contract);
  return 'body' in answer ? answer.body : undefined;
}

/** A mistake in the code that calls it. */
function streamed({ name }: Contract): Error {
  return Object.assign(new Error(name), { name: 'StreamedOperation' });
}

function partOf(contract: Contract, given: Parts, name: keyof Parts): unknown {
  const schema = contract[name];
  return schema && parsePart(schema, given[name] ?? {}, { name });
}
