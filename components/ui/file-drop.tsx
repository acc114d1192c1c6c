'use client';
import { type DragEvent, type ReactNode, useState } from 'react';

type FileDropProps = {
  /** What it holds, for screen readers. */
  label: string;
  /** Shown while files are dragged over it. Without it files are ignored, and the page stays. */
  hint: string | undefined;
  onDrop: (items: DataTransferItemList) => void;
  className?: string;
  children: ReactNode;
};

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** Takes files and folders that are dropped anywhere on it. */
export function FileDrop({ label, hint, onDrop, className = '', children }: FileDropProps) {
  const [isOver, setIsOver] = useState(false);
  return (
    <section
      aria-label={label}
      className={`relative ${className}`}
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
        if (hint !== undefined) onDrop(event.dataTransfer.items);
      }}
    >
      {children}
      {isOver && hint !== undefined ? (
        <div className="pointer-events-none absolute inset-2 z-2 grid place-items-center rounded-menu border-2 border-dashed border-accent bg-(--scrim) text-title font-title text-ink-1">
          {hint}
        </div>
      ) : null}
    </section>
  );
}
