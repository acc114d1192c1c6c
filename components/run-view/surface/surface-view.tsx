'use client';
import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import { type Surface, surfaceSchema } from '#lib/surface/surface.ts';
import { surfaceProblems } from '#lib/surface/surface-problems.ts';
import type { SurfaceAction } from './surface-action.ts';

const SurfaceElement = lazyPart(async () => (await import('./surface-element.tsx')).SurfaceElement);

type SurfaceViewProps = {
  /** What a model gave the tool `a2ui`. */
  readonly args: unknown;
  /** Undefined where a run is only shown: its buttons do nothing. */
  readonly onAction: ((action: SurfaceAction) => void) | undefined;
};

/** An interface that a model made, drawn with the elements of A2UI; undefined arguments draw nothing. */
export function SurfaceView({ args, onAction }: SurfaceViewProps) {
  const t = useTranslations('tools');
  const surface = readSurface(args);
  if (!surface) return null;
  return (
    <section
      data-part="interface"
      aria-label={t('interface')}
      className="max-w-160 min-w-0 overflow-x-auto rounded-control border border-line-1 p-3"
    >
      <Suspense fallback={<p className="text-ink-3">{t('loading')}</p>}>
        <SurfaceElement surface={surface} onAction={onAction} />
      </Suspense>
    </section>
  );
}

function readSurface(args: unknown): Surface | undefined {
  const read = surfaceSchema.safeParse(args);
  return read.success && surfaceProblems(read.data).length === 0 ? read.data : undefined;
}
