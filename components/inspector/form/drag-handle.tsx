'use client';
import { GripVertical } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Reorder } from '#components/inspector/form/use-reorder.ts';
import { Button } from '#components/ui/button.tsx';

/** Drag handle to reorder a list item; not rendered for a single item. */
export function DragHandle({ reorder, index }: { reorder: Reorder; index: number }) {
  const t = useTranslations('inspector.order');
  if (reorder.count < 2) return null;
  return (
    <Button
      look="quiet"
      id={reorder.handleId(index)}
      aria-label={t('handle', { number: index + 1, count: reorder.count })}
      title={t('hint')}
      {...reorder.handleEvents(index)}
      className="h-6 w-4 cursor-grab touch-none p-0! text-ink-3! active:cursor-grabbing"
    >
      <GripVertical size={12} aria-hidden="true" />
    </Button>
  );
}

/** Announces the moved item to screen readers. */
export function OrderStatus({ reorder: { moved, count } }: { reorder: Reorder }) {
  const t = useTranslations('inspector.order');
  return (
    <span role="status" className="sr-only">
      {moved ? t('moved', { from: moved.from + 1, to: moved.to + 1, count }) : ''}
    </span>
  );
}

/** How an item shows that it is being dragged, and that something would be dropped at its edge. */
export function orderLook({ dragged, count }: Reorder, index: number): string {
  if (!dragged) return '';
  if (dragged.from === index) return 'opacity-50';
  if (dragged.slot === index) return 'shadow-[inset_0_2px_0_var(--accent)]';
  return dragged.slot === count && index === count - 1 ? 'shadow-[inset_0_-2px_0_var(--accent)]' : '';
}
