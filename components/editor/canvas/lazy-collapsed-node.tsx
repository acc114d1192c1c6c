'use client';
import type { NodeProps } from '@xyflow/react';
import { Suspense } from 'react';
import type { CollapsedNode as Collapsed } from '#components/editor/elements/collapsed-nodes.ts';
import { lazyPart } from '#components/ui/lazy-part.tsx';

const LazyNode = lazyPart(async () => (await import('#components/editor/canvas/collapsed-node.tsx')).CollapsedNode);

/** A group as one box, whose code is loaded with the first one. */
export function CollapsedNode(props: NodeProps<Collapsed>) {
  return (
    <Suspense>
      <LazyNode {...props} />
    </Suspense>
  );
}
