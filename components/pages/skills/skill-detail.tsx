'use client';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import { SkillFacts } from '#components/pages/skills/skill-facts.tsx';
import { MAIN_FILE, SkillFiles } from '#components/pages/skills/skill-files.tsx';
import { useSkill, useSkillReload } from '#components/pages/skills/use-skills.ts';
import { Button, linkButton } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { FailureNotice } from '#components/ui/failure-notice.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { errorMessage } from '#lib/errors/error-message.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

const tabs = ['facts', 'files'] as const;

/** One skill: what it says of itself, its files, and whether it is used. */
export function SkillDetail({ name, onDeleted }: { name: string; onDeleted: () => Promise<void> }) {
  const t = useTranslations('skills');
  const { data: skill, error } = useSkill(name);
  const [tab, setTab] = useState<(typeof tabs)[number]>('facts');
  const [path, setPath] = useState(MAIN_FILE);
  const [isDeleting, setIsDeleting] = useState(false);
  const reload = useSkillReload(name);
  const change = useChange({ onSettled: reload });
  // Nothing of a deleted skill is read again.
  const deletion = useChange();
  const problem = change.problem ?? deletion.problem;
  const params = { name };
  if (!skill)
    return <div className="p-4">{error ? <Notice title={t('notLoaded')}>{errorMessage(error)}</Notice> : t('loading')}</div>;
  const isOwn = skill.source === 'workspace';
  return (
    <article className="grid min-w-0 content-start">
      <header className="grid gap-2 border-b border-line-1 p-4">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="min-w-0 text-title font-title wrap-anywhere">{visibleText(skill.title)}</h2>
          <code className="text-meta text-ink-3">{name}</code>
          <span className="num text-meta text-ink-3">{skill.version}</span>
          {skill.replacesServer ? <Tag look="accent">{t('edited')}</Tag> : null}
          {skill.isEnabled ? null : <Tag>{t('off')}</Tag>}
          <span className="ml-auto flex flex-wrap gap-2">
            <a href={`/api/v1/skills/${encodeURIComponent(name)}/download`} download className={linkButton}>
              <Download size={14} aria-hidden="true" />
              {t('download')}
            </a>
            <Button
              onClick={() => void change.run(() => apiClient.updateSkill({ params, body: { isEnabled: !skill.isEnabled } }))}
            >
              {skill.isEnabled ? t('switchOff') : t('switchOn')}
            </Button>
            {isOwn ? (
              <Button id="delete-skill" look="quiet" onClick={() => setIsDeleting(true)}>
                {skill.replacesServer ? t('restore') : t('delete')}
              </Button>
            ) : null}
          </span>
        </div>
        {skill.description === '' ? null : (
          <p className="max-w-[80ch] text-ink-2 wrap-anywhere">{visibleText(skill.description)}</p>
        )}
        <FailureNotice title={t('notDone')}>{problem}</FailureNotice>
        <div>
          <Segmented
            label={t('view')}
            value={tab}
            options={tabs.map((value) => ({ value, label: t(`tabs.${value}`, { count: skill.files.length }) }))}
            onChange={setTab}
          />
        </div>
      </header>
      {tab === 'facts' ? (
        <SkillFacts
          skill={skill}
          onEdit={(edited) => {
            setPath(edited);
            setTab('files');
          }}
        />
      ) : (
        <SkillFiles skill={skill} path={path} onPath={setPath} onChanged={reload} />
      )}
      <ConfirmDialog
        isOpen={isDeleting}
        title={t(skill.replacesServer ? 'restoreTitle' : 'deleteTitle', { title: skill.title })}
        cancelLabel={t('cancel')}
        confirmLabel={skill.replacesServer ? t('restore') : t('delete')}
        focusAfterId="add-skill"
        onConfirm={() => {
          setIsDeleting(false);
          void deletion.run(async () => {
            await apiClient.deleteSkill({ params });
            if (skill.replacesServer) await reload();
            await onDeleted();
          });
        }}
        onCancel={() => setIsDeleting(false)}
      >
        {t(skill.replacesServer ? 'restoreText' : 'deleteText', { count: skill.files.length })}
      </ConfirmDialog>
    </article>
  );
}
