'use client';
import { CircleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useAnswer } from '#components/data/use-answer.ts';
import { FieldFrame, type FieldProps } from '#components/inspector/field/field-frame.tsx';
import { plainText } from '#components/inspector/field/field-text.ts';
import { useFormScope } from '#components/inspector/field/form-scope.tsx';
import { withoutPlaceholder } from '#components/inspector/form/plain-fields.tsx';
import { Select } from '#components/ui/select.tsx';

/** A knowledge base of the workspace. */
export function KnowledgeField(props: FieldProps) {
  const { path, value } = props;
  const { edit } = useFormScope();
  const t = useTranslations('inspector');
  const bases = useAnswer('knowledge', (_, signal) => apiClient.listKnowledgeBases({ signal }))?.items;
  const chosen = plainText(value);
  const listed = bases?.find(({ name }) => name === chosen);
  return (
    <FieldFrame {...props}>
      {(control) => (
        <div className="grid gap-1">
          <Select {...withoutPlaceholder(control)} value={chosen} onChange={(event) => edit(path, event.target.value)}>
            {listed ? null : <option value={chosen}>{chosen || t('chooseBase')}</option>}
            {bases?.map(({ name, title }) => (
              <option key={name} value={name}>
                {title === name ? name : `${title} (${name})`}
              </option>
            ))}
          </Select>
          {bases?.length === 0 ? (
            <p className="text-meta text-ink-2">
              <a href="/knowledge" className="text-accent underline">
                {t('noBases')}
              </a>
            </p>
          ) : null}
          {bases && bases.length > 0 && chosen !== '' && !listed ? (
            <p className="flex items-start gap-1 text-meta text-failed">
              <CircleAlert size={12} className="mt-0.5 shrink-0" aria-hidden="true" />
              <span className="min-w-0 wrap-anywhere">{t('unlistedBase', { name: chosen })}</span>
            </p>
          ) : null}
        </div>
      )}
    </FieldFrame>
  );
}
