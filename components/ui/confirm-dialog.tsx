'use client';
import { AlertDialog } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { focusAfterDialog } from '#components/ui/focus-after-dialog.ts';

type ConfirmDialogProps = {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  cancelLabel: string;
  confirmLabel: string;
  /** Gets the focus after the confirmation, and after Cancel if what opened the dialog no longer exists. */
  focusAfterId: string;
  onCancel: () => void;
  onConfirm: () => void;
};

/** Confirmation of irreversible actions only. Cancel has the initial focus. */
export function ConfirmDialog({ isOpen, title, children, cancelLabel, confirmLabel, focusAfterId, ...on }: ConfirmDialogProps) {
  const opener = useRef<Element>(null);
  const isConfirmed = useRef(false);
  function onOpenAutoFocus() {
    opener.current = document.activeElement;
    isConfirmed.current = false;
  }
  function returnFocus(event: Event) {
    event.preventDefault();
    focusAfterDialog({ opener: opener.current, isConfirmed: isConfirmed.current, focusAfterId });
  }
  function confirm() {
    isConfirmed.current = true;
    on.onConfirm();
  }
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => (open ? undefined : on.onCancel())}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-30 bg-(--scrim)" />
        <AlertDialog.Content
          onOpenAutoFocus={onOpenAutoFocus}
          onCloseAutoFocus={returnFocus}
          className="fixed top-1/2 left-1/2 z-30 w-[min(440px,calc(100vw-32px))] -translate-x-1/2 -translate-y-1/2 rounded-menu bg-raised [box-shadow:var(--shadow-dialog)]"
        >
          <div className="grid gap-2 p-4">
            <AlertDialog.Title className="text-name font-title wrap-anywhere">{title}</AlertDialog.Title>
            <AlertDialog.Description asChild>
              <div className="text-name text-ink-2 wrap-anywhere">{children}</div>
            </AlertDialog.Description>
          </div>
          <div className="flex justify-end gap-2 border-t border-line-1 px-4 py-3">
            <AlertDialog.Cancel asChild>
              <Button size="large">{cancelLabel}</Button>
            </AlertDialog.Cancel>
            <Button look="danger" size="large" onClick={confirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
