/** The changes of a fork. Nodes are named by id, or by path inside containers. */
export type ForkChange = {
  readonly from?: readonly string[] | undefined;
  readonly values?: Readonly<Record<string, { readonly port?: string | undefined; readonly value: unknown }>> | undefined;
  /** Ids of nodes that keep their results whatever they depend on. */
  readonly reuse?: readonly string[] | undefined;
  /** Ids of nodes that the run skips. */
  readonly skip?: readonly string[] | undefined;
  readonly iteration?: { readonly nodeId: string; readonly pass: number } | undefined;
  readonly hasOtherInputs?: boolean;
};
