'use client';
import { type MarkedState, StatusMark } from '#components/ui/status-mark.tsx';

/** States of a server or agent elsewhere whose tools are pinned. */
const marks = {
  unread: 'queued',
  unaccepted: 'waiting',
  ready: 'succeeded',
  changed: 'waiting',
  'sign-in': 'waiting',
  failed: 'failed',
  unpublished: 'failed',
  off: 'skipped',
} as const satisfies Readonly<Record<string, MarkedState>>;

export function SourceStatus({ status, label }: { readonly status: keyof typeof marks; readonly label: string }) {
  return (
    <span data-state={marks[status]} className="inline-flex shrink-0 items-center gap-1 text-meta text-state">
      <StatusMark state={marks[status]} />
      {label}
    </span>
  );
}
