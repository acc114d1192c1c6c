'use client';
import { type DragEvent, type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';

type DropZoneProps = { onFiles: (files: readonly File[]) => void; children: ReactNode };

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** Takes files that are dropped anywhere on it. */
export function DropZone({ onFiles, children }: DropZoneProps) {
  const t = useTranslations('files');
  const [isOver, setIsOver] = useState(false);
  return (
    <section
      aria-label={t('dropZone')}
      className="relative flex min-h-full flex-col"
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
      {isOver ? (
        <div className="pointer-events-none absolute inset-2 z-2 grid place-items-center rounded-menu border-2 border-dashed border-accent bg-(--scrim) text-title font-title text-ink-1">
          {t('dropHere')}
        </div>
      ) : null}
    </section>
  );
}
