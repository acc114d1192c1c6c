/** Nodes, edges and viewport of the product's page, without their configs. */
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
