'use client';
import { useStoreApi } from '@xyflow/react';
import { useState } from 'react';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';

/** Versions whose internals this file supports. With others the canvas works without its fast paths. */
const KNOWN_VERSIONS: readonly string[] = ['12.12.1'];

/** Set at build time from the installed package, see next.config.mjs. */
const installedVersion = process.env.REACT_FLOW_VERSION;

type FlowStore = Pick<ReturnType<typeof useStoreApi>, 'getState' | 'setState'>;

/** Whether the fast paths below may be used: a known version, whose store has the expected shape. */
export function hasKnownInternals(store: FlowStore, version = installedVersion): boolean {
  if (version === undefined || !KNOWN_VERSIONS.includes(version)) return false;
  const { nodeLookup, edgeLookup, ...state } = store.getState();
  const functions = [state.updateNodeInternals, state.setNodes, state.setEdges];
  return nodeLookup instanceof Map && edgeLookup instanceof Map && functions.every((one) => typeof one === 'function');
}

/**
 * Skips the measuring of nodes, whose sizes and ports are in the elements already: React Flow measures each node that
 * scrolls into view and checks all others. Call it before the first render of the canvas.
 */
export function useKnownSizes(): void {
  const store = useStoreApi();
  useState(() => skipMeasuring(store));
}

export function skipMeasuring(store: FlowStore, version = installedVersion): void {
  if (!hasKnownInternals(store, version)) return;
  store.setState({
    // The first call also applies the queued fit of the view, which otherwise waits for the measuring.
    updateNodeInternals() {
      const { fitViewQueued, nodes, setNodes } = store.getState();
      if (fitViewQueued) setNodes(nodes);
    },
  });
}

/**
 * Moves nodes during a drag by writing them into the store's lookup, so that only they and their edges render:
 * with a new list React Flow goes through every node on each move.
 *
 * @param positions by node id, relative to the parent as in the list
 * @returns false when the internals are unknown and nothing was moved: then pass a new list of nodes
 */
export function moveDrawn(store: FlowStore, positions: ReadonlyMap<string, Position>, version = installedVersion): boolean {
  if (!hasKnownInternals(store, version)) return false;
  const { nodeLookup } = store.getState();
  for (const [id, position] of positions) {
    const node = nodeLookup.get(id);
    if (!node) continue;
    const { internals } = node;
    const positionAbsolute = {
      x: internals.positionAbsolute.x + position.x - node.position.x,
      y: internals.positionAbsolute.y + position.y - node.position.y,
    };
    // Not the object of the list, so that React Flow sees a change when it gets the list again.
    const userNode = { ...internals.userNode, position };
    nodeLookup.set(id, { ...node, position, internals: { ...internals, positionAbsolute, userNode } });
  }
  store.setState({});
  return true;
}

/**
 * Draws edges without their grab areas, the wide path and the anchors for reconnecting: while a drag moves an edge
 * nothing takes hold of it, and the browser would style and lay them out on each move. Takes effect with the next
 * change of the store.
 *
 * @returns draws them as the last list has them
 */
export function hideGrabAreas(store: FlowStore, edgeIds: Iterable<string>, version = installedVersion): () => void {
  if (!hasKnownInternals(store, version)) return () => {};
  const { edgeLookup } = store.getState();
  for (const id of edgeIds) {
    const edge = edgeLookup.get(id);
    if (edge) edgeLookup.set(id, { ...edge, reconnectable: false, interactionWidth: 0 });
  }
  return () => {
    const { edges, setEdges } = store.getState();
    setEdges(edges);
  };
}

/** Undoes `moveDrawn`: draws all nodes where the last list has them. */
export function drawAsListed(store: FlowStore): void {
  const { nodes, setNodes } = store.getState();
  setNodes(nodes);
}
