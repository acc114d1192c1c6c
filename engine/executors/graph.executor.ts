import graph from '#nodes/graph/graph.node.ts';
import { defineExecutor } from '../contract/define-executor.ts';
import { driveGraph } from '../own-graph/drive-graph.ts';
import { findGraph } from '../own-graph/find-graph.ts';
import { passedOn } from './routing.ts';

export default defineExecutor(graph, async ({ config, context }) => {
  const { graph: name, inputs, ...settings } = config;
  const loaded = await findGraph(name, context.graphs);
  return { out: await driveGraph(loaded, { ...settings, graph: name, input: inputs ?? passedOn(context) ?? {}, context }) };
});
