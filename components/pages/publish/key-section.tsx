'use client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import { NewKey } from '#components/keys/new-key.tsx';
import { RevokeDialog } from '#components/keys/revoke-dialog.tsx';
import { EndpointKeyRow } from '#components/pages/publish/endpoint-key-row.tsx';
import { KeyForm } from '#components/pages/publish/key-form.tsx';
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
          <EndpointKeyRow
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
      <NewKey text={newKey} />
      {problem ? (
        <p role="alert" className="text-failed wrap-anywhere">
          {problem}
        </p>
      ) : null}
      <RevokeDialog
        name={toRevoke?.name}
        focusAfterId={FORM_TITLE_ID}
        onCancel={() => setToRevoke(undefined)}
        onConfirm={revoke}
      />
    </section>
  );
}
