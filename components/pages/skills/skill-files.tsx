'use client';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import type { CodeLanguage } from '#components/code-editor/code-language.ts';
import { LazyCodeEditor } from '#components/code-editor/lazy-code-editor.tsx';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import { NewSkillFile } from '#components/pages/skills/new-skill-file.tsx';
import { useSkillFile } from '#components/pages/skills/use-skills.ts';
import { Button } from '#components/ui/button.tsx';
import { FailureNotice } from '#components/ui/failure-notice.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { SkillDetailResource } from '#lib/api/skills.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import { formatSize } from '#lib/i18n/format-size.ts';

const LANGUAGES: Readonly<Record<string, CodeLanguage>> = { py: 'python', js: 'javascript', mjs: 'javascript', json: 'json' };
export const MAIN_FILE = 'SKILL.md';
const ADD_ID = 'add-skill-file';
const fileId = (path: string) => `skill-file-${path}`;

type SkillFilesProps = {
  readonly skill: SkillDetailResource;
  /** The open file. */
  readonly path: string;
  readonly onPath: (path: string) => void;
  readonly onChanged: () => Promise<void>;
};

/** The files of a skill, edited in place. */
export function SkillFiles({ skill, path, onPath, onChanged }: SkillFilesProps) {
  const t = useTranslations('skills');
  const [newPath, setNewPath] = useState<string>();
  const { problem, run } = useChange();
  const params = { name: skill.name };
  // The instructions first, then what they name.
  const files = skill.files.toSorted((a, b) => rankOf(a.path) - rankOf(b.path) || a.path.localeCompare(b.path));

  /** Moves the focus if the change removes the control that has it. A file that was added may not be listed yet. */
  function change(apply: () => void, focusAfterId: string) {
    flushSync(apply);
    if (document.activeElement !== document.body) return;
    (document.getElementById(focusAfterId) ?? document.getElementById(ADD_ID))?.focus();
  }

  async function show(added: string) {
    await onChanged();
    change(() => {
      setNewPath(undefined);
      onPath(added);
    }, fileId(added));
  }

  async function remove() {
    await run(async () => {
      await apiClient.deleteSkillFile({ params, query: { path } });
      change(() => onPath(MAIN_FILE), fileId(MAIN_FILE));
      await onChanged();
    });
  }

  return (
    <div className="grid min-w-0 content-start gap-3 p-4">
      {skill.source === 'server' ? <p className="max-w-[80ch] text-meta text-ink-3">{t('copyHint')}</p> : null}
      <div className="grid min-w-0 gap-3 lg:grid-cols-[264px_minmax(0,1fr)]">
        <div className="grid content-start gap-1">
          <ul aria-label={t('files')} className="grid content-start">
            {files.map((file) => (
              <li key={file.path}>
                <button
                  type="button"
                  id={fileId(file.path)}
                  data-file={file.path}
                  aria-current={file.path === path ? 'true' : undefined}
                  onClick={() => onPath(file.path)}
                  className="flex min-h-6 w-full items-center justify-between gap-2 rounded-control px-2 text-left hover:bg-hover aria-[current=true]:bg-accent-bg"
                >
                  <code className="min-w-0 text-meta wrap-anywhere">{file.path}</code>
                  <span className="num shrink-0 text-meta text-ink-3">{formatSize(file.sizeBytes)}</span>
                </button>
              </li>
            ))}
          </ul>
          {newPath === undefined ? (
            <div>
              <Button id={ADD_ID} look="quiet" onClick={() => setNewPath('references/')}>
                <Plus size={14} aria-hidden="true" />
                {t('addFile')}
              </Button>
            </div>
          ) : (
            <NewSkillFile
              skillName={skill.name}
              firstPath={newPath}
              onAdded={show}
              onCancel={() => change(() => setNewPath(undefined), ADD_ID)}
            />
          )}
        </div>
        <div className="grid min-w-0 content-start gap-2">
          <FailureNotice title={t('notDone')}>{problem}</FailureNotice>
          <FileEditor key={path} name={skill.name} path={path} onSaved={onChanged} />
          {path === MAIN_FILE ? null : (
            <div>
              <Button look="quiet" onClick={() => void remove()}>
                <Trash2 size={14} aria-hidden="true" />
                {t('deleteFile')}
              </Button>
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

function rankOf(path: string): number {
  if (path === MAIN_FILE) return 0;
  return path.startsWith('SKILL.') ? 1 : 2;
}

function FileEditor({ name, path, onSaved }: { name: string; path: string; onSaved: () => Promise<void> }) {
  const t = useTranslations('skills');
  const { data: file, error } = useSkillFile(name, path);
  const [draft, setDraft] = useState<string>();
  const { isBusy, problem, run } = useChange();
  if (!file) return error ? <Notice title={t('notLoaded')}>{errorMessage(error)}</Notice> : <p>{t('loading')}</p>;
  if (file.text === null) return <p className="text-ink-3">{t('binary', { size: formatSize(file.sizeBytes) })}</p>;
  const text = draft ?? file.text;
  const isChanged = text !== file.text;
  const save = () =>
    run(async () => {
      await apiClient.writeSkillFile({ params: { name }, query: { path }, body: { text } });
      await onSaved();
      // What was typed meanwhile stays a draft.
      setDraft((now) => (now === text ? undefined : now));
    });
  return (
    <>
      <div className="h-[56vh] min-h-60 min-w-0 overflow-hidden rounded-md border border-line-2">
        <LazyCodeEditor
          label={path}
          language={LANGUAGES[path.slice(path.lastIndexOf('.') + 1)] ?? 'template'}
          text={text}
          onText={setDraft}
          problems={[]}
        />
      </div>
      <FailureNotice title={t('notSaved')}>{problem}</FailureNotice>
      <div className="flex items-center gap-2">
        <Button look="primary" disabled={!isChanged} aria-disabled={isBusy || undefined} onClick={() => void save()}>
          {t('save')}
        </Button>
        {isChanged ? (
          <Button look="quiet" onClick={() => setDraft(undefined)}>
            {t('discard')}
          </Button>
        ) : null}
      </div>
    </>
  );
}
