import { readJson } from '#components/ui/read-json.ts';
import type { ContractInput } from '#lib/api/define-contract.ts';
import type { planFork } from '#lib/api/forks.contract.ts';
import type { EffectChoice } from '#lib/run/run-plan.ts';
import type { NodeId, Workflow } from '#lib/workflow/workflow.ts';

/** A run that a person is about to start: from what an earlier one decided, or a part of a new one. */
export type ForkDraft = {
  /** The run whose results are taken over; without one everything that runs, runs from the start. */
  readonly runId: string | undefined;
  /** Only results up to this event are reused. @defaultValue all */
  readonly atSeq?: number | undefined;
  /** These nodes and what depends on them run again. */
  readonly from?: readonly NodeId[] | undefined;
  /** Only what these nodes need runs. */
  readonly until?: readonly NodeId[] | undefined;
  /** A container restarts at this iteration, from 0. */
  readonly iteration?: { readonly nodeId: NodeId; readonly index: number } | undefined;
  /** Values set for nodes, by node id, as typed. */
  readonly values: Readonly<Record<NodeId, GivenText>>;
  /** What happens instead of side effects that the run would repeat, by node id. @defaultValue they are repeated */
  readonly choices?: Readonly<Record<NodeId, 'reuse' | 'skip'>> | undefined;
  /** The current workflow, or the one that the run executed. */
  readonly workflow: 'now' | 'then';
};

/** A value that is being written; `isText` where the node gave a text, which needs no quotes. */
export type GivenText = { readonly text: string; readonly isText: boolean; readonly port?: string | undefined };

export type ForkBody = NonNullable<ContractInput<typeof planFork>['body']>;

/** An edited value. */
export function givenText(value: unknown, port?: string): GivenText {
  const isText = typeof value === 'string';
  return { text: isText ? value : JSON.stringify(value ?? null, null, 2), isText, port };
}

/** The typed value, or why it is invalid. */
export function readGiven({ text, isText }: GivenText): { readonly value: unknown } | { readonly problem: string } {
  if (isText) return { value: text };
  const read = readJson(text);
  return 'reason' in read ? { problem: read.reason } : read;
}

type BodyParts = {
  /** The current workflow; undefined to use the one of the run. */
  readonly document: Workflow | undefined;
  /** Of the node whose values are the inputs of the run. */
  readonly startId: NodeId | undefined;
};

/** The request; undefined while a typed value is invalid. */
export function forkBody(
  { atSeq, from, until, iteration, values, choices }: ForkDraft,
  { document, startId }: BodyParts,
): ForkBody | undefined {
  const read = Object.entries(values).map(([nodeId, given]) => ({ nodeId, given, read: readGiven(given) }));
  if (read.some((one) => 'problem' in one.read)) return undefined;
  const valueIn = (one: (typeof read)[number]) => ('value' in one.read ? one.read.value : undefined);
  const inputs = read.find(({ nodeId }) => nodeId === startId);
  const others = read.filter(({ nodeId }) => nodeId !== startId);
  return {
    ...(atSeq !== undefined && { atSeq }),
    ...(from && { from: [...from] }),
    ...(until && { until: [...until] }),
    ...namedBy(choices),
    ...(iteration && { iteration: { nodeId: iteration.nodeId, index: iteration.index } }),
    ...(document && { document }),
    ...(inputs && { inputs: valueIn(inputs) as ForkBody['inputs'] }),
    ...(others.length > 0 && {
      values: Object.fromEntries(
        others.map((one) => [one.nodeId, { ...(one.given.port !== undefined && { port: one.given.port }), value: valueIn(one) }]),
      ) as ForkBody['values'],
    }),
  };
}

/** The nodes of each choice, ready to be spread. */
export function namedBy(choices: ForkDraft['choices'] = {}): { reuse?: NodeId[]; skip?: NodeId[] } {
  const named = (choice: 'reuse' | 'skip') => Object.keys(choices).filter((nodeId) => choices[nodeId] === choice);
  const [reuse, skip] = [named('reuse'), named('skip')];
  return { ...(reuse.length > 0 && { reuse }), ...(skip.length > 0 && { skip }) };
}

/** The draft with another choice for a node. A value that was set for it is given up. */
export function withChoice({ choices = {}, values, from }: ForkDraft, nodeId: NodeId, choice: EffectChoice): Partial<ForkDraft> {
  const { [nodeId]: _choice, ...others } = choices;
  const { [nodeId]: _value, ...otherValues } = values;
  const otherFrom = from?.filter((id) => id !== nodeId);
  if (choice === 'redo') return { choices: others, values: otherValues };
  return { choices: { ...others, [nodeId]: choice }, values: otherValues, ...(otherFrom && { from: otherFrom }) };
}
