'use client';
import { Plus, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import { useChosenEntry } from '#components/data/use-chosen-entry.ts';
import { useSentBody } from '#components/data/use-sent-body.ts';
import { NewSkill } from '#components/pages/skills/new-skill.tsx';
import { SkillDetail } from '#components/pages/skills/skill-detail.tsx';
import { SkillList } from '#components/pages/skills/skill-list.tsx';
import { SkillTest } from '#components/pages/skills/skill-test.tsx';
import { type SkillsAnswer, useSkills } from '#components/pages/skills/use-skills.ts';
import { PageFrame } from '#components/shell/page-frame.tsx';
import { Button } from '#components/ui/button.tsx';
import { LoadProblem } from '#components/ui/load-problem.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Progress } from '#components/ui/progress.tsx';

const DETAIL_ID = 'skill-detail';

/** The skills of workspace and server: what they say, their files, and which one fits a message. */
export function SkillsPage({ first }: { first: SkillsAnswer }) {
  const t = useTranslations('skills');
  const { items, error, reload } = useSkills(first);
  const [skillName, showSkill] = useChosenEntry('/skills', 'skill');
  const [panel, setPanel] = useState<'skill' | 'new' | 'test'>('skill');
  const file = useRef<HTMLInputElement>(null);
  const importing = useChange();
  const { work, onSent } = useSentBody();
  const [archiveName, setArchiveName] = useState('');
  const chosen = items.find(({ name }) => name === skillName) ?? items[0];

  function choose(name: string) {
    setPanel('skill');
    showSkill(name);
    // On a narrow screen it is below the list.
    document.getElementById(DETAIL_ID)?.scrollIntoView({ block: 'nearest' });
  }

  async function importArchive(archive: File) {
    await importing.run(async () => {
      setArchiveName(archive.name);
      const query = { onExisting: 'refuse' } as const;
      const { items: made } = await apiClient.importSkills({ content: archive, query }, { onSent });
      await reload();
      const [one] = made;
      if (one) choose(one.name);
    });
  }

  return (
    <PageFrame
      title={t('title')}
      about={t('about')}
      actions={
        <>
          <input
            ref={file}
            type="file"
            accept=".zip,.skill,application/zip"
            className="sr-only"
            tabIndex={-1}
            aria-label={t('import')}
            onChange={(event) => {
              const [archive] = event.target.files ?? [];
              event.target.value = '';
              if (archive) void importArchive(archive);
            }}
          />
          <Button size="large" aria-disabled={importing.isBusy || undefined} onClick={() => file.current?.click()}>
            <Upload size={14} aria-hidden="true" />
            {t('import')}
          </Button>
          <Button id="add-skill" look="primary" size="large" aria-expanded={panel === 'new'} onClick={() => setPanel('new')}>
            <Plus size={14} aria-hidden="true" />
            {t('add')}
          </Button>
        </>
      }
    >
      <LoadProblem error={error} isStale onRetry={() => void reload()} className="px-4 py-3" />
      {importing.isBusy ? (
        <div className="px-4 py-3 empty:hidden">
          <Progress label={t('importing', { name: archiveName })} work={work} />
        </div>
      ) : null}
      <div role="alert" className="contents">
        {importing.problem === undefined ? null : (
          <div className="p-4 pb-0">
            <Notice title={t('notImported')}>{importing.problem}</Notice>
          </div>
        )}
      </div>
      <div className="grid grid-cols-1 min-h-full md:h-full md:grid-cols-[264px_minmax(0,1fr)] md:overflow-hidden">
        <SkillList
          skills={items}
          chosen={panel === 'skill' ? chosen?.name : undefined}
          isTesting={panel === 'test'}
          onChoose={choose}
          onTest={() => setPanel('test')}
        />
        <div
          id={DETAIL_ID}
          tabIndex={-1}
          className="min-h-0 min-w-0 overflow-y-auto outline-none max-md:border-t max-md:border-line-2"
        >
          {panel === 'test' ? <SkillTest onChoose={choose} /> : null}
          {panel === 'new' ? (
            <NewSkill
              onCreated={async (name) => {
                await reload();
                choose(name);
                // The form that had the focus is gone.
                document.getElementById(DETAIL_ID)?.focus({ preventScroll: true });
              }}
              onCancel={() => {
                setPanel('skill');
                document.getElementById('add-skill')?.focus();
              }}
            />
          ) : null}
          {panel === 'skill' && chosen ? <SkillDetail key={chosen.name} name={chosen.name} onDeleted={reload} /> : null}
          {panel === 'skill' && !chosen ? (
            <div className="grid max-w-[64ch] gap-2 p-4">
              <h2 className="text-name font-title">{t('emptyTitle')}</h2>
              <p className="text-ink-2">{t('emptyText')}</p>
            </div>
          ) : null}
        </div>
      </div>
    </PageFrame>
  );
}
