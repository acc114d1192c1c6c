'use client';
import { Suspense } from 'react';
import type { CardArtifact } from '#components/artifacts/artifact-card.tsx';
import { lazyPart } from '#components/ui/lazy-part.tsx';

const LazyCard = lazyPart(async () => (await import('#components/artifacts/artifact-card.tsx')).ArtifactCard);

/** What a turn made, as cards; nothing for a turn that made nothing. */
export function TurnArtifacts({ artifacts }: { readonly artifacts: readonly CardArtifact[] }) {
  if (artifacts.length === 0) return null;
  return (
    <Suspense fallback={null}>
      {artifacts.map((artifact) => (
        <LazyCard key={artifact.artifactId} artifact={artifact} />
      ))}
    </Suspense>
  );
}
