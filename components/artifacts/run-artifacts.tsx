'use client';
import { Eye } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ArtifactIcon } from '#components/artifacts/artifact-icon.tsx';
import { DownloadButton } from '#components/artifacts/download-button.tsx';
import { Button } from '#components/ui/button.tsx';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { formatSize } from '#lib/i18n/format-size.ts';
import { artifactsOfEvents, type RunArtifact } from '#lib/run/artifacts-of-events.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';

const LazyViewer = lazyPart(async () => (await import('#components/artifacts/artifact-viewer.tsx')).ArtifactViewer);

type RunArtifactsProps = {
  events: readonly PublicEvent[];
  /** `events` grows in place; this changes with it. */
  lastSeq: number;
};

/** What the run has made for people so far, each with its preview; nothing for a run without any. */
export function RunArtifacts({ events, lastSeq }: RunArtifactsProps) {
  const t = useTranslations('artifacts');
  // biome-ignore lint/correctness/useExhaustiveDependencies: see `lastSeq`
  const artifacts = useMemo(() => artifactsOfEvents(events), [events, lastSeq]);
  const [openId, setOpenId] = useState<string>();
  if (artifacts.length === 0) return null;
  return (
    <section aria-labelledby="artifacts-title" data-part="artifacts" className="border-t border-line-2 bg-panel">
      <h3 id="artifacts-title" className="flex h-(--bar-panel) items-center px-3 text-name font-title">
        {t('title')}
      </h3>
      <ul className="grid gap-2 px-3 pb-3">
        {artifacts.map((artifact) => (
          <ArtifactRow key={artifact.artifactId ?? artifact.name} artifact={artifact} onOpen={setOpenId} />
        ))}
      </ul>
      {openId === undefined ? null : (
        <Suspense fallback={null}>
          <LazyViewer artifactId={openId} onClose={() => setOpenId(undefined)} />
        </Suspense>
      )}
    </section>
  );
}

function ArtifactRow({ artifact, onOpen }: { artifact: RunArtifact; onOpen: (id: string) => void }) {
  const t = useTranslations('artifacts');
  const { artifactId, name, mediaType, sizeBytes, revision } = artifact;
  return (
    <li
      data-artifact={name}
      className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 rounded-control border border-line-1 bg-raised px-2 py-1.5"
    >
      <ArtifactIcon mediaType={mediaType} />
      <span className="min-w-24 grow basis-0 wrap-anywhere">{name}</span>
      {sizeBytes === undefined ? null : <span className="num text-meta text-ink-3">{formatSize(sizeBytes)}</span>}
      {revision > 1 ? <Tag>{t('version', { version: revision })}</Tag> : null}
      {artifactId === undefined ? null : (
        <span className="flex gap-1">
          <Button onClick={() => onOpen(artifactId)} aria-label={t('previewOf', { name })}>
            <Eye size={14} aria-hidden="true" />
            {t('preview')}
          </Button>
          <DownloadButton artifactId={artifactId} name={name} revision={revision} isIcon />
        </span>
      )}
    </li>
  );
}
