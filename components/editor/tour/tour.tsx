'use client';
import { useSearchParams } from 'next/navigation';
import { Suspense, useState } from 'react';
import { useEditorUi, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { dismissTour, isTourDismissed, RUN_TOUR, TOUR_PARAMETER } from '#components/editor/tour/tour-memory.ts';
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
  const parameter = useSearchParams().get(TOUR_PARAMETER);
  // A button of the start page opens the tour inside a run.
  const isInRun = parameter === RUN_TOUR && !isOver;
  const isFirst = parameter !== null && !isOver && !isTourDismissed();
  if (!isHydrated || !(isRequested || isInRun || isFirst)) return null;
  return (
    <Suspense>
      <LazyHints
        name={isInRun ? 'run' : 'build'}
        onEnd={() => {
          dismissTour();
          setIsOver(true);
          set({ isTouring: false });
        }}
      />
    </Suspense>
  );
}
