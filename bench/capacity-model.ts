/** What is known of a workflow before it has run. */
export type Shape = {
  /** Those that run, in each pass of a body. */
  readonly nodes: number;
  readonly modelCalls: number;
};
/** What one run of it used, by name. */
export type Used<Name extends string> = Readonly<Record<Name, number>>;
type Sample<Name extends string> = { readonly shape: Shape; readonly used: Used<Name> };
export type CostModel<Name extends string> = Readonly<
  Record<Name, { readonly fixed: number; readonly perNode: number; readonly perModelCall: number }>
>;

/**
 * What a run costs at all, what each node adds, and what a model call adds to its node.
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

/** How far off a prediction was, as a share of what came. */
export function errorOf(predicted: number, measured: number): number {
  return Math.abs(predicted - measured) / measured;
}
