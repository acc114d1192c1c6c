'use client';
import { useSearchParams } from 'next/navigation';
import { Suspense, useState } from 'react';
import { useEditorUi, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { dismissTour, isTourDismissed, TOUR_PARAMETER } from '#components/editor/tour/tour-memory.ts';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';

const LazyHints = lazyPart(async () => (await import('#components/editor/tour/tour-hints.tsx')).TourHints);

/**
 * For the first sample and on request: a bar that explains each part with a ring around it.
 * Everything stays usable.
 */
export function Tour() {
  const isHydrated = useIsHydrated();
  const isRequested = useEditorUi(({ isTouring }) => isTouring);
  const { set } = useEditorUiStore().getState();
  const [isOver, setIsOver] = useState(false);
  const isFirst = useSearchParams().has(TOUR_PARAMETER);
  if (!isHydrated || !(isRequested || (isFirst && !isOver && !isTourDismissed()))) return null;
  return (
    <Suspense>
      <LazyHints
        onEnd={() => {
          dismissTour();
          setIsOver(true);
          set({ isTouring: false });
        }}
      />
    </Suspense>
  );
}
