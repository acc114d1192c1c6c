'use client';
import { useStoreApi } from '@xyflow/react';
import { useState } from 'react';

/**
 * Call it before the canvas is drawn for the first time. Every node comes with its size and the places of its ports, so that the library need not take
 * them from the page: it did so for each node that came into sight, and asked everything on the canvas whether it had changed. What waits for that
 * measuring is the first look at the workflow; and the provider has to know where in a node its place is, which was found out only then.
 */
export function useKnownSizes(): void {
  const store = useStoreApi();
  useState(() => store.setState({ updateNodeInternals: showFirst }));
  function showFirst() {
    const { fitViewQueued, nodes, setNodes } = store.getState();
    if (fitViewQueued) setNodes(nodes);
  }
}
