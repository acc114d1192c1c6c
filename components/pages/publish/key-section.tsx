'use client';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import { KeyForm } from '#components/pages/publish/key-form.tsx';
import { KeyRow } from '#components/pages/publish/key-row.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import type { UsageResource } from '#lib/api/budgets.contract.ts';
import type { KeyResource } from '#lib/api/keys.contract.ts';

const FORM_TITLE_ID = 'keys-title';

type KeySectionProps = {
  slug: string;
  keys: readonly KeyResource[];
  usage: UsageResource;
  /** The key that was just made. It is shown until the panel is closed, and never again. */
  newKey: string | undefined;
  onMade: (key: string | undefined) => void;
  onChanged: () => Promise<void>;
};

/** Who may call the endpoint. */
export function KeySection({ slug, keys, usage, newKey, onMade, onChanged }: KeySectionProps) {
  const t = useTranslations('publish');
  const [toRevoke, setToRevoke] = useState<KeyResource>();
  const { problem, run } = useChange();

  function revoke() {
    if (!toRevoke) return;
    setToRevoke(undefined);
    void run(async () => {
      await apiClient.revokeKey({ params: { slug, keyId: toRevoke.id } });
      if (newKey?.startsWith(toRevoke.prefix)) onMade(undefined);
      await onChanged();
    });
  }

  return (
    <section aria-labelledby={FORM_TITLE_ID} className="grid gap-2">
      <h4 id={FORM_TITLE_ID} tabIndex={-1} className="text-meta font-strong text-ink-3">
        {t('keys')}
      </h4>
      {keys.length === 0 ? <p className="text-ink-2">{t('noKeys')}</p> : null}
      <ul>
        {keys.map((key) => (
          <KeyRow
            key={key.id}
            apiKey={key}
            spent={usage.keys.find(({ id }) => id === key.id)}
            onBudget={async (budget) => {
              await apiClient.setKeyBudget({ params: { slug, keyId: key.id }, body: { budget } });
              await onChanged();
            }}
            onRevoke={() => setToRevoke(key)}
          />
        ))}
      </ul>
      <KeyForm
        slug={slug}
        onMade={async (key) => {
          onMade(key);
          await onChanged();
        }}
      />
      <div role="status" className="empty:hidden">
        {newKey ? <NewKey key={newKey} text={newKey} /> : null}
      </div>
      {problem ? (
        <p role="alert" className="text-failed wrap-anywhere">
          {problem}
        </p>
      ) : null}
      <ConfirmDialog
        isOpen={toRevoke !== undefined}
        title={t('revokeQuestion', { name: toRevoke?.name ?? '' })}
        cancelLabel={t('cancel')}
        confirmLabel={t('revokeConfirm')}
        focusAfterId={FORM_TITLE_ID}
        onCancel={() => setToRevoke(undefined)}
        onConfirm={revoke}
      >
        {t('revokeText')}
      </ConfirmDialog>
    </section>
  );
}

function NewKey({ text }: { text: string }) {
  const t = useTranslations('publish');
  const box = useRef<HTMLDivElement>(null);
  // It is shown only here, and below the form that made it, which may end at the edge of the window.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
    box.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={box} tabIndex={-1} className="grid gap-1 rounded-control border border-accent-line bg-accent-bg p-2">
      <p className="font-strong">{t('newKey')}</p>
      <p className="flex min-w-0 items-start gap-1">
        <code data-new-key className="min-w-0 grow text-meta wrap-anywhere">
          {text}
        </code>
        <CopyButton label={t('copyKey')} text={text} />
      </p>
    </div>
  );
}
