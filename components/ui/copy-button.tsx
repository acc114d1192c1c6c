'use client';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';

const SHOWN_MS = 1500;

/** Copies a text and says for a moment that it did. */
export function CopyButton({ label, text }: { label: string; text: string | (() => string) }) {
  const t = useTranslations('outputs');
  const [isCopied, setIsCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), SHOWN_MS);
  }
  return (
    <Button look="quiet" size="icon" aria-label={label} title={label} onClick={copy}>
      {isCopied ? <Check size={13} aria-hidden="true" /> : <Copy size={13} aria-hidden="true" />}
      <span role="status" className="sr-only">
        {isCopied ? t('copied') : ''}
      </span>
    </Button>
  );
}
