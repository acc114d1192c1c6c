'use client';
import { Download } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { saveSession } from '#components/chat/save-session.ts';
import { Button } from '#components/ui/button.tsx';
import { errorMessage } from '#lib/errors/error-message.ts';

type ExportButtonProps = { readonly sessionKey: string; readonly onProblem: (message: string) => void };

/** Saves a session as Markdown. */
export function ExportButton({ sessionKey, onProblem }: ExportButtonProps) {
  const t = useTranslations('sessions');
  const save = () => saveSession(sessionKey).catch((error: unknown) => onProblem(errorMessage(error)));
  return (
    <Button look="quiet" size="icon" aria-label={t('export')} title={t('export')} onClick={() => void save()}>
      <Download size={13} aria-hidden="true" />
    </Button>
  );
}
