import type { useStoreApi } from '@xyflow/react';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';

type FlowStore = Pick<ReturnType<typeof useStoreApi>, 'getState' | 'setState'>;

/**
 * Draws nodes elsewhere while they are dragged. Only these are drawn again, with their edges: told in a new list of nodes, the canvas library would go through every
 * one of a large workflow with every move.
 *
 * @param places of nodes by their ids, as the library has them
 */
export function moveDrawn(store: FlowStore, places: ReadonlyMap<string, Position>): void {
  const { nodeLookup } = store.getState();
  for (const [id, position] of places) {
    const node = nodeLookup.get(id);
    if (!node) continue;
    const { internals } = node;
    const positionAbsolute = {
      x: internals.positionAbsolute.x + position.x - node.position.x,
      y: internals.positionAbsolute.y + position.y - node.position.y,
    };
    // Another object than the one of the list, so that it is found to have changed when the list comes again.
    const userNode = { ...internals.userNode, position };
    nodeLookup.set(id, { ...node, position, internals: { ...internals, positionAbsolute, userNode } });
  }
  store.setState({});
}

/** Draws all nodes where the last list of them has them. */
export function drawAsListed(store: FlowStore): void {
  const { nodes, setNodes } = store.getState();
  setNodes(nodes);
}
