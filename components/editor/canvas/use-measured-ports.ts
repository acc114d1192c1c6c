'use client';
import { useStoreApi, useUpdateNodeInternals } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import type { CanvasDetail } from '#components/editor/canvas/canvas-detail.ts';

/** The library takes the ports of a node from the page, where a block has none, and does not draw their edges later either: once ports are drawn again it is told to look. */
export function useMeasuredPorts(detail: CanvasDetail): void {
  const store = useStoreApi();
  const update = useUpdateNodeInternals();
  const hadNone = useRef(false);
  useEffect(() => {
    if (detail === 'block') {
      hadNone.current = true;
      return;
    }
    if (!hadNone.current) return;
    hadNone.current = false;
    const drawn = store.getState().domNode?.querySelectorAll('.react-flow__node') ?? [];
    update([...drawn].flatMap((element) => element.getAttribute('data-id') ?? []));
  }, [detail, store, update]);
}
