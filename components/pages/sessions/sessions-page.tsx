'use client';
import { MessagesSquare, Plus, Search } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { beginningWith } from '#components/chat/chat-target.ts';
import { Conversation } from '#components/chat/conversation.tsx';
import { Face } from '#components/chat/face.tsx';
import { findSession } from '#components/chat/find-session.ts';
import { SessionHeader } from '#components/chat/session-header.tsx';
import { SessionList } from '#components/chat/session-list.tsx';
import { SkillChoice } from '#components/chat/skill-choice.tsx';
import { useStudioVoice } from '#components/chat/voice/use-studio-voice.ts';
import { apiClient } from '#components/data/api-client.ts';
import type { SessionsData } from '#components/pages/sessions/load-sessions.ts';
import { useSessions } from '#components/pages/sessions/use-sessions.ts';
import { EmptyState, EmptyStateLink } from '#components/shell/empty-state.tsx';
import { PageFrame } from '#components/shell/page-frame.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import { randomKey } from '#lib/text/random-key.ts';
import { sessionSkills } from '#lib/workflow/session-skills.ts';

const TITLE_ID = 'session-title';

/** Sessions with their turns, and a chat with a draft or an agent. The URL has the selected one. */
export function SessionsPage({ first }: { first: SessionsData }) {
  const t = useTranslations('sessions');
  const isHydrated = useIsHydrated();
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const sessions = useSessions(first, search);
  const { agent } = sessions;
  const { session, target, partner, items, nextCursor } = sessions.data;
  const [failure, setProblem] = useState<string>();
  const problem = failure ?? sessions.problem;
  const [newName, setNewName] = useState(() => makeName(agent ?? null));
  const [skill, setSkill] = useState<string>();
  const name = session?.sessionId ?? newName;
  // Until the next conversation is loaded, nothing may be sent to the one before.
  const [left, setLeft] = useState<string>();
  const isLeft = left === name && sessions.isOld;

  function show(sessionId: string | undefined) {
    setProblem(undefined);
    setLeft(name);
    if (sessionId === undefined) setNewName(makeName(agent ?? null));
    setSkill(undefined);
    sessions.show(sessionId);
  }
  const workflowId = target && 'document' in target ? target.workflowId : undefined;
  const voice = useStudioVoice({ slug: session?.slug, workflowId: session?.workflowId ?? workflowId });
  const workflowBar =
    target && 'document' in target && workflowId !== undefined && workflowId === sessions.workflow
      ? { id: workflowId, name: target.document.name, shown: 'chat' as const }
      : undefined;
  const now = useRef({ name, sessions, isLeft });
  useEffect(() => {
    now.current = { name, sessions, isLeft };
  });
  const isStored = session !== undefined;
  const onChange = useCallback(() => {
    if (isStored) return now.current.sessions.reload();
    // A new session has an id once its first turn is stored. Another one may be shown by then.
    findSession({ name, workflowId }).then(
      (id) => {
        const { sessions, isLeft, name: shown } = now.current;
        if (shown === name && !isLeft) sessions.show(id);
      },
      (error: unknown) => setProblem(errorMessage(error)),
    );
  }, [isStored, name, workflowId]);
  return (
    <PageFrame
      title={t('title')}
      about={t('about')}
      workflow={workflowBar}
      fillsPhone
      actions={
        target && session ? (
          <Button look="primary" size="large" onClick={() => show(undefined)} disabled={!isHydrated}>
            <Plus size={14} aria-hidden="true" />
            {t('new')}
          </Button>
        ) : null
      }
    >
      <div className="grid grid-cols-1 min-h-full max-md:grid-rows-[auto_minmax(60vh,1fr)] md:h-full md:grid-cols-[280px_minmax(0,1fr)] md:overflow-hidden">
        <nav
          aria-label={t('list')}
          inert={!isHydrated}
          className="flex min-h-0 flex-col border-line-1 max-md:max-h-56 max-md:border-b md:border-r"
        >
          <search>
            <form
              className="flex shrink-0 items-center gap-1 p-2"
              onSubmit={(event) => {
                event.preventDefault();
                setSearch(typed.trim());
              }}
            >
              <TextInput
                type="search"
                aria-label={t('search')}
                placeholder={t('search')}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                className="min-w-0 grow"
              />
              <Button type="submit" size="icon" aria-label={t('search')} title={t('search')}>
                <Search size={13} aria-hidden="true" />
              </Button>
            </form>
          </search>
          <SessionList items={items} currentId={session?.id} hasMore={nextCursor !== null} onShow={show} />
        </nav>
        <section aria-labelledby={TITLE_ID} className="flex min-h-[60vh] min-w-0 flex-col md:min-h-0">
          <div role="alert" className="contents">
            {problem === undefined ? null : (
              <div className="p-3">
                <Notice title={t('failed')}>{problem}</Notice>
              </div>
            )}
          </div>
          {session || target ? (
            <>
              <SessionHeader
                key={name}
                id={TITLE_ID}
                session={session}
                partner={partner}
                onProblem={setProblem}
                onRenamed={sessions.reload}
                onDeleted={() => show(undefined)}
              />
              {session === undefined && target && 'document' in target && target.workflowId !== undefined ? (
                <SkillChoice
                  among={sessionSkills(target.document)}
                  value={skill}
                  onChange={setSkill}
                  onProblem={(error) => setProblem(errorMessage(error))}
                />
              ) : null}
              <div inert={isLeft} aria-busy={isLeft} className="min-h-0 grow">
                <Face size="small">
                  <Conversation
                    key={name}
                    target={target && session === undefined ? beginningWith(skill, target, name) : target}
                    sessionName={name}
                    stored={session}
                    onChange={onChange}
                    voice={voice}
                    onFork={
                      session
                        ? (runId) =>
                            void apiClient
                              .forkSession({ params: { id: session.id }, body: { runId, ...forkName(session.sessionId) } })
                              .then(({ id }) => show(id))
                              .catch((error: unknown) => setProblem(errorMessage(error)))
                        : undefined
                    }
                  />
                </Face>
              </div>
            </>
          ) : items.length === 0 ? (
            <EmptyState
              icon={MessagesSquare}
              titleId={TITLE_ID}
              title={t('empty')}
              text={t('emptyText')}
              example="chat-with-memory"
            >
              <EmptyStateLink href="/agents">{t('toAgents')}</EmptyStateLink>
            </EmptyState>
          ) : (
            <EmptyState icon={MessagesSquare} titleId={TITLE_ID} title={t('choose')} text={t('chooseText')} />
          )}
        </section>
      </div>
    </PageFrame>
  );
}

/** The name of a session with an agent says which agent, since no workflow does. */
function makeName(agent: string | null): string {
  return agent === null ? randomKey() : `agent:${agent}:${randomKey()}`;
}

function forkName(sessionId: string): { sessionId?: string } {
  const [kind, agent] = sessionId.split(':');
  return kind === 'agent' && agent ? { sessionId: makeName(agent) } : {};
}
