'use client';
import { useTranslations } from 'use-intl';
import type { ApprovalResource } from '#lib/api/approvals.contract.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

/** What a person calls who decided an approval. */
export function useDeciderName(): (decider: NonNullable<ApprovalResource['decidedBy']>) => string {
  const t = useTranslations('inbox');
  return ({ kind, name }) =>
    kind === 'key'
      ? t('decider.key', { name: name === null ? t('decider.deletedKey') : visibleText(name) })
      : t('decider.workspace');
}
