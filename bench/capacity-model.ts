/** Properties of a workflow that are known before it runs. */
export type Shape = {
  /** Executed nodes, counting every iteration of a body. */
  readonly nodes: number;
  readonly modelCalls: number;
};
/** Resources that one run used, by name. */
export type Used<Name extends string> = Readonly<Record<Name, number>>;
type Sample<Name extends string> = { readonly shape: Shape; readonly used: Used<Name> };
export type CostModel<Name extends string> = Readonly<
  Record<Name, { readonly fixed: number; readonly perNode: number; readonly perModelCall: number }>
>;

/**
 * Base cost of a run, cost of each node, and additional cost of a model call.
 * @param samples two of different length without model calls, and one with some
 */
export function fitCosts<Name extends string>({
  short,
  long,
  talking,
}: Readonly<Record<'short' | 'long' | 'talking', Sample<Name>>>): CostModel<Name> {
  const names = Object.keys(short.used) as Name[];
  const costs = names.map((name) => {
    const perNode = (long.used[name] - short.used[name]) / (long.shape.nodes - short.shape.nodes);
    const fixed = short.used[name] - short.shape.nodes * perNode;
    const perModelCall = (talking.used[name] - fixed - talking.shape.nodes * perNode) / talking.shape.modelCalls;
    return [name, { fixed, perNode, perModelCall }] as const;
  });
  return Object.fromEntries(costs) as unknown as CostModel<Name>;
}

export function predictCosts<Name extends string>(model: CostModel<Name>, { nodes, modelCalls }: Shape): Used<Name> {
  const names = Object.keys(model) as Name[];
  return Object.fromEntries(
    names.map((name) => [name, model[name].fixed + nodes * model[name].perNode + modelCalls * model[name].perModelCall]),
  ) as unknown as Used<Name>;
}

/** Relative error of a prediction. */
export function errorOf(predicted: number, measured: number): number {
  return Math.abs(predicted - measured) / measured;
}
