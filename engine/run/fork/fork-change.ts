/** The changes of a fork. Nodes are named by id, or by path inside containers. */
export type ForkChange = {
  readonly from?: readonly string[] | undefined;
  readonly values?: Readonly<Record<string, { readonly port?: string | undefined; readonly value: unknown }>> | undefined;
  readonly iteration?: { readonly nodeId: string; readonly pass: number } | undefined;
  readonly hasOtherInputs?: boolean;
};
