/** What the floor's page shows: the nodes, edges and view of the product's page, without what they mean. */
export type FloorGraph = {
  readonly nodes: readonly {
    readonly id: string;
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  }[];
  readonly edges: readonly { readonly id: string; readonly source: string; readonly target: string }[];
  readonly viewport: { readonly x: number; readonly y: number; readonly zoom: number };
};
