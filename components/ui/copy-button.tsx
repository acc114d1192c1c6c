'use client';
import { Check, Copy, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { copyText } from '#components/ui/clipboard.ts';

const SHOWN_MS = 1500;

/** Copies a text and says for a moment whether it did. */
export function CopyButton({ label, text }: { label: string; text: string | (() => string) }) {
  const t = useTranslations('outputs');
  const [outcome, setOutcome] = useState<'copied' | 'notCopied'>();
  async function copy() {
    setOutcome((await copyText(typeof text === 'string' ? text : text())) ? 'copied' : 'notCopied');
    setTimeout(() => setOutcome(undefined), SHOWN_MS);
  }
  const Icon = outcome === undefined ? Copy : outcome === 'copied' ? Check : X;
  return (
    <Button look="quiet" size="icon" aria-label={label} title={label} onClick={copy}>
      <Icon size={13} aria-hidden="true" />
      <span role="status" className="sr-only">
        {outcome === undefined ? '' : t(outcome)}
      </span>
    </Button>
  );
}
