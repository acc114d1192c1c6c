'use client';
import { MessageSquarePlus, X } from 'lucide-react';
import Link from 'next/link';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { beginningWith } from '#components/chat/chat-target.ts';
import { Conversation } from '#components/chat/conversation.tsx';
import { Face } from '#components/chat/face.tsx';
import { SkillChoice } from '#components/chat/skill-choice.tsx';
import { useStudioVoice } from '#components/chat/voice/use-studio-voice.ts';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import { useSaveFirst, useShowRun } from '#components/editor/run/run-overlay.ts';
import { Button } from '#components/ui/button.tsx';
import { FailureNotice } from '#components/ui/failure-notice.tsx';
import { errorMessage } from '#lib/errors/error-message.ts';
import { randomKey } from '#lib/text/random-key.ts';
import { chatFieldsOf } from '#lib/workflow/chat-texts.ts';
import { sessionSkills } from '#lib/workflow/session-skills.ts';

/** A chat with the draft next to the canvas, which shows the run of each turn. */
export function ChatPanel({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('editorChat');
  const document = useEditor((state) => state.document);
  const workflowId = useEditor((state) => state.workflowId);
  const beforeTurn = useSaveFirst();
  const showRun = useShowRun();
  const [name, setName] = useState(newName);
  const [skill, setSkill] = useState<string>();
  const [isBegun, setIsBegun] = useState(false);
  const [problem, setProblem] = useState<string>();
  const voice = useStudioVoice({ workflowId });
  const fields = useMemo(() => chatFieldsOf(document), [document]);
  const target = {
    document,
    fields,
    workflowId,
    beforeTurn,
    onTurn: (runId: string) => {
      setIsBegun(true);
      showRun(runId);
    },
  };
  function beginAnew() {
    setName(newName());
    setSkill(undefined);
    setIsBegun(false);
    setProblem(undefined);
  }
  return (
    <section
      aria-labelledby="chat-title"
      data-part="editor-chat"
      className="flex h-full min-h-0 w-full min-w-0 flex-col bg-panel"
    >
      <header className="flex h-(--bar-panel) shrink-0 items-center gap-1 border-b border-line-1 bg-chrome pr-1 pl-3">
        <h2 id="chat-title" className="min-w-0 truncate text-name font-title">
          {t('title')}
        </h2>
        <Link
          href={`/sessions?workflow=${encodeURIComponent(workflowId)}`}
          prefetch={false}
          className="min-w-0 grow truncate px-2 text-right text-meta text-ink-2 underline underline-offset-2"
        >
          {t('sessions')}
        </Link>
        <Button look="quiet" size="icon" aria-label={t('new')} title={t('new')} onClick={beginAnew}>
          <MessageSquarePlus size={14} aria-hidden="true" />
        </Button>
        <Button look="quiet" size="icon" aria-label={t('close')} title={t('close')} onClick={onClose}>
          <X size={14} aria-hidden="true" />
        </Button>
      </header>
      {isBegun ? null : (
        <SkillChoice
          among={sessionSkills(document)}
          value={skill}
          onChange={setSkill}
          onProblem={(error) => setProblem(errorMessage(error))}
        />
      )}
      <FailureNotice title={t('failed')}>{problem}</FailureNotice>
      <div className="min-h-0 grow">
        <Face size="small">
          <Conversation
            key={name}
            target={isBegun ? target : beginningWith(skill, target, name)}
            sessionName={name}
            stored={undefined}
            onChange={ignore}
            onFork={undefined}
            voice={voice}
          />
        </Face>
      </div>
    </section>
  );
}

function newName(): string {
  return `editor-${randomKey()}`;
}

function ignore(): void {
  // The turns of the panel are its own: it needs no list.
}
