'use client';
import { ViewportPortal } from '@xyflow/react';
import { useMemo } from 'react';
import type { FlowEdge } from '#components/editor/elements/flow-elements.ts';
import { routePath } from '#components/editor/elements/routes/route-path.ts';

const paths = new WeakMap<NonNullable<FlowEdge['data']>, string>();

/**
 * All edges as one path, when zoomed out too far to distinguish them: a thousand React Flow edges
 * cost more than all nodes.
 */
export function FarEdges({ edges }: { edges: readonly FlowEdge[] }) {
  const path = useMemo(() => edges.map(pathOf).join(''), [edges]);
  return (
    <ViewportPortal>
      <svg aria-hidden="true" width="1" height="1" className="far-edges">
        <path d={path} />
      </svg>
    </ViewportPortal>
  );
}

function pathOf({ data }: FlowEdge): string {
  if (!data?.drawn) return '';
  const known = paths.get(data);
  if (known !== undefined) return known;
  const path = routePath(data.drawn.route);
  paths.set(data, path);
  return path;
}
