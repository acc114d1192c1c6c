'use client';
import { X } from 'lucide-react';
import Link from 'next/link';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { StatusMark } from '#components/ui/status-mark.tsx';
import type { Notification } from '#lib/api/socket-messages.ts';

/** How long a success is shown; what needs a person stays. */
const SHOWN_MS = 8000;

type ToastProps = { notification: Notification; onDismiss: () => void };

/** One notification, with a link to its run. */
export function Toast({ notification, onDismiss }: ToastProps) {
  const { kind, title, message, runId, status } = notification;
  const t = useTranslations('notifications');
  const [isHeld, setIsHeld] = useState(false);
  const isPassing = kind === 'run-ended' && status === 'succeeded' && !isHeld;
  useEffect(() => {
    if (!isPassing) return;
    const timer = setTimeout(onDismiss, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isPassing, onDismiss]);
  const isApproval = kind === 'approval-requested';
  return (
    <li
      data-toast={runId}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      className="pointer-events-auto flex items-start gap-2 rounded-menu border border-line-2 bg-raised py-2 pr-1 pl-3 shadow-menu"
    >
      <span className="grid h-5 shrink-0 place-items-center">
        <StatusMark state={isApproval ? 'waiting' : status} />
      </span>
      <div className="min-w-0 grow">
        <p className="font-title">{title}</p>
        <p className="line-clamp-3 text-ink-2 wrap-anywhere">{message}</p>
        <Link href={`/runs/${runId}`} prefetch={false} onClick={onDismiss} className="font-strong text-accent hover:underline">
          {t(isApproval ? 'decide' : 'open')}
        </Link>
      </div>
      <Button look="quiet" size="icon" aria-label={t('dismiss')} onClick={onDismiss}>
        <X size={14} aria-hidden="true" />
      </Button>
    </li>
  );
}
