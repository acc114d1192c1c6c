'use client';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useEntryForm } from '#components/data/use-entry-form.ts';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';

const PATH_MAX_LENGTH = 200;

type NewSkillFileProps = {
  skillName: string;
  firstPath: string;
  onAdded: (path: string) => Promise<void>;
  onCancel: () => void;
};

/** Adds an empty file to a skill. */
export function NewSkillFile({ skillName, firstPath, onAdded, onCancel }: NewSkillFileProps) {
  const t = useTranslations('skills');
  const form = useEntryForm<{ readonly path: string }, string>({
    first: { path: firstPath },
    problemsOf: ({ path }) => (path.trim() === '' || path.endsWith('/') ? { path: t('pathMissing') } : {}),
    onlyField: 'path',
    async send({ path }) {
      const added = path.trim();
      await apiClient.writeSkillFile({ params: { name: skillName }, query: { path: added }, body: { text: '' } });
      return added;
    },
    onSaved: onAdded,
  });
  return (
    <form {...form.props} className="grid gap-1">
      <TextField {...form.text('path')} label={t('path')} isLabelHidden maxLength={PATH_MAX_LENGTH} autoFocus />
      <span className="flex gap-1">
        <Button type="submit" aria-disabled={form.isBusy || undefined}>
          {t('create')}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </span>
    </form>
  );
}
