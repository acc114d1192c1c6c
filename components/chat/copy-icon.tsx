'use client';
import { Check, Copy, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ChatIconButton } from '#components/chat/chat-icon-button.tsx';
import { copyText } from '#components/ui/clipboard.ts';

const SHOWN_MS = 1500;

type CopyIconProps = { readonly label: string; readonly text: string | (() => string); readonly size?: number };

/** Copies a text and says for a moment whether it did. */
export function CopyIcon({ label, text, size = 20 }: CopyIconProps) {
  const t = useTranslations('chat');
  const [outcome, setOutcome] = useState<'copied' | 'notCopied'>();
  async function copy() {
    setOutcome((await copyText(typeof text === 'string' ? text : text())) ? 'copied' : 'notCopied');
    setTimeout(() => setOutcome(undefined), SHOWN_MS);
  }
  const icon = outcome === undefined ? Copy : outcome === 'copied' ? Check : X;
  return (
    <>
      <ChatIconButton label={label} icon={icon} size={size} onClick={() => void copy()} />
      <span role="status" className="sr-only">
        {outcome === undefined ? '' : t(outcome)}
      </span>
    </>
  );
}
