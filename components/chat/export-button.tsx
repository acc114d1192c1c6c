'use client';
import { Download } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { Button } from '#components/ui/button.tsx';
import { errorMessage } from '#lib/errors/error-message.ts';

type ExportButtonProps = { readonly sessionKey: string; readonly onProblem: (message: string) => void };

/** Saves a session as Markdown. A link could not carry the credential of a hosted page. */
export function ExportButton({ sessionKey, onProblem }: ExportButtonProps) {
  const t = useTranslations('sessions');
  async function save() {
    try {
      const file = await apiClient.exportSession({ params: { id: sessionKey }, query: { format: 'markdown' } });
      const url = URL.createObjectURL(await file.blob());
      const link = document.createElement('a');
      link.href = url;
      link.download = `${sessionKey}.md`;
      link.click();
      URL.revokeObjectURL(url);
    } catch (error) {
      onProblem(errorMessage(error));
    }
  }
  return (
    <Button look="quiet" size="icon" aria-label={t('export')} title={t('export')} onClick={() => void save()}>
      <Download size={13} aria-hidden="true" />
    </Button>
  );
}
