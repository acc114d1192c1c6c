'use client';
import { useTranslations } from 'use-intl';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';

type RevokeDialogProps = {
  /** Name of the key to revoke; closed without one. */
  readonly name: string | undefined;
  readonly focusAfterId: string;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
};

export function RevokeDialog({ name, focusAfterId, onCancel, onConfirm }: RevokeDialogProps) {
  const t = useTranslations('keys');
  return (
    <ConfirmDialog
      isOpen={name !== undefined}
      title={t('revokeQuestion', { name: name ?? '' })}
      cancelLabel={t('cancel')}
      confirmLabel={t('revokeConfirm')}
      focusAfterId={focusAfterId}
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      {t('revokeText')}
    </ConfirmDialog>
  );
}
