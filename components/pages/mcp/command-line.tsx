'use client';
import { useTranslations } from 'use-intl';
import { CopyButton } from '#components/ui/copy-button.tsx';

/** A command that lists a program for MCP, to be run by an administrator: nothing in the studio names a program. */
export function CommandLine({ command }: { command: string }) {
  const t = useTranslations('mcp.commandLine');
  return (
    <div data-part="command-line" className="grid gap-1">
      <p className="max-w-[80ch] text-ink-2">{t('text')}</p>
      <div className="flex items-start gap-1 rounded-control border border-line-2 bg-sunken py-1 pr-1 pl-2">
        <code className="min-w-0 grow text-meta wrap-anywhere select-all">{command}</code>
        <CopyButton label={t('copy')} text={command} />
      </div>
    </div>
  );
}
