import type { ContractInput } from '#lib/api/define-contract.ts';
import type { planFork } from '#lib/api/forks.contract.ts';
import { UsageError } from '../usage-error.ts';

export type ForkOptions = {
  readonly at: string | undefined;
  readonly from: readonly string[];
  readonly set: readonly string[];
  readonly iteration: string | undefined;
  /** The earlier name of `iteration`. */
  readonly pass: string | undefined;
  readonly until: readonly string[];
  readonly break: readonly string[];
  readonly reuse: readonly string[];
  readonly skip: readonly string[];
};
type Changes = NonNullable<ContractInput<typeof planFork>['body']>;

/**
 * The changes of a fork, from the command line.
 * @throws {UsageError} naming the option that cannot be read
 */
export function readChanges({
  at,
  from,
  set,
  pass,
  iteration = pass,
  until,
  break: breakpoints,
  reuse,
  skip,
}: ForkOptions): Changes {
  return {
    ...(at !== undefined && { atSeq: readNumber(at, '--at', 1) }),
    ...(from.length > 0 && { from: [...from] }),
    ...(set.length > 0 && { values: Object.fromEntries(set.map(readValue)) }),
    ...(iteration !== undefined && { iteration: readIteration(iteration) }),
    ...(until.length > 0 && { until: [...until] }),
    ...(breakpoints.length > 0 && { breakpoints: [...breakpoints] }),
    ...(reuse.length > 0 && { reuse: [...reuse] }),
    ...(skip.length > 0 && { skip: [...skip] }),
  };
}

function readValue(text: string): [string, { value: NonNullable<Changes['values']>[string]['value'] }] {
  const equals = text.indexOf('=');
  if (equals < 1) throw new UsageError(`--set ${text} has no value: write --set node=value`);
  const value = text.slice(equals + 1);
  try {
    return [text.slice(0, equals), { value: JSON.parse(value) }];
  } catch {
    return [text.slice(0, equals), { value }];
  }
}

function readIteration(text: string): { nodeId: string; index: number } {
  const colon = text.lastIndexOf(':');
  if (colon < 1) throw new UsageError(`--iteration ${text} names no iteration: write --iteration loop:2, counted from 0`);
  return { nodeId: text.slice(0, colon), index: readNumber(text.slice(colon + 1), '--iteration', 0) };
}

function readNumber(text: string, option: string, least: number): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= least && text.trim() !== '') return number;
  throw new UsageError(`${option} takes a whole number from ${least}, not '${text}'`);
}
