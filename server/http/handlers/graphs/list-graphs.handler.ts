import { type GraphResource, listGraphs } from '#lib/api/graphs.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { GraphRegistry } from '#lib/ports/graph-registry.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const listGraphsHandler = defineHandler(listGraphs, async ({ deps: { graphs } }) => ({
  status: 200,
  body: { items: await Promise.all(graphs.names.map((name) => toResource(name, graphs))) },
}));

async function toResource(name: string, graphs: GraphRegistry): Promise<GraphResource> {
  try {
    const { inputSchema, outputSchema } = await graphs.load(name);
    const schemas = { inputSchema, outputSchema } as Pick<GraphResource, 'inputSchema' | 'outputSchema'>;
    return { name, isUsable: true, whyNot: null, ...schemas };
  } catch (error) {
    if (!AppError.is(error)) throw error;
    return { name, isUsable: false, whyNot: error.message, inputSchema: null, outputSchema: null };
  }
}
