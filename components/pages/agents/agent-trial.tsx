'use client';
import Link from 'next/link';
import { type FormEvent, type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { AGENT_NODE_ID, type Turn, taskOf, trialDocument } from '#components/pages/agents/trial-document.ts';
import { ApprovalPanel } from '#components/run-view/approvals/approval-panel.tsx';
import { ErrorCard } from '#components/run-view/error-card.tsx';
import { ShowPrompt } from '#components/run-view/prompt/show-prompt.tsx';
import { SkillLine } from '#components/run-view/skill-line.tsx';
import { TodoList } from '#components/run-view/todos/todo-list.tsx';
import { ToolCalls } from '#components/run-view/tool-calls/tool-calls.tsx';
import { useRunView } from '#components/run-view/use-run-view.ts';
import { Button } from '#components/ui/button.tsx';
import { FailureNotice } from '#components/ui/failure-notice.tsx';
import { StatusBadge } from '#components/ui/status-badge.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { useFocusFirst } from '#components/ui/use-focus-first.ts';
import { useNow } from '#components/ui/use-now.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import type { RunState } from '#lib/run/run-state.ts';
import { isTerminal } from '#lib/run/run-status.ts';

const FORM_ID = 'agent-message';

type Message = { readonly text: string; readonly runId: string };

type AgentTrialProps = {
  name: string;
  /** The caret is in it from the start. @defaultValue false */
  isFocused?: boolean;
};

/** A conversation with an agent: each message is a run, which gets the earlier ones too. */
export function AgentTrial({ name, isFocused = false }: AgentTrialProps) {
  const t = useTranslations('agentsPage');
  useFocusFirst(FORM_ID, isFocused);
  const [messages, setMessages] = useState<readonly Message[]>([]);
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({});
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const last = messages.at(-1);
  const isBusy = isSending || (last !== undefined && answers[last.runId] === undefined);

  const turns = () => messages.map(({ text: earlier, runId }): Turn => ({ message: earlier, answer: answers[runId] ?? '' }));

  async function send(event: FormEvent | KeyboardEvent) {
    event.preventDefault();
    const message = text.trim();
    if (message === '' || isBusy) return;
    setProblem(undefined);
    setIsSending(true);
    try {
      const accepted = await apiClient.runDocument({
        body: { document: trialDocument(name), inputs: { task: taskOf(turns(), message) }, mode: 'async' },
      });
      if (!('runId' in accepted)) return;
      setMessages([...messages, { text: message, runId: accepted.runId }]);
      // What was typed meanwhile stays.
      setText((now) => (now.trim() === message ? '' : now));
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setIsSending(false);
    }
  }
  return (
    <section aria-labelledby="agent-test" className="grid gap-3 border-t border-line-1 pt-4">
      <h3 id="agent-test" className="text-name font-title">
        {t('test')}
      </h3>
      <p className="text-ink-2">{t('testText')}</p>
      {messages.map(({ text: message, runId }) => (
        <div key={runId} className="grid min-w-0 gap-2">
          <p className="ml-8 justify-self-end rounded-md bg-accent-bg px-2 py-1 whitespace-pre-wrap wrap-anywhere">{message}</p>
          <Answer runId={runId} onAnswer={(answer) => setAnswers((before) => ({ ...before, [runId]: answer }))} />
        </div>
      ))}
      <ShowPrompt
        read={() => ({
          document: trialDocument(name),
          nodeId: AGENT_NODE_ID,
          inputs: { start: { task: taskOf(turns(), text.trim() || t('sampleTask')) } },
        })}
      />
      <FailureNotice title={t('notSent')}>{problem}</FailureNotice>
      <form onSubmit={(event) => void send(event)} className="grid gap-2">
        <TextArea
          id={FORM_ID}
          aria-label={t('message')}
          placeholder={t('message')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) void send(event);
          }}
        />
        <span>
          <Button type="submit" look="primary" size="large" aria-disabled={isBusy || undefined}>
            {t('send')}
          </Button>
        </span>
      </form>
    </section>
  );
}

function Answer({ runId, onAnswer }: { runId: string; onAnswer: (answer: string) => void }) {
  const t = useTranslations('agentsPage');
  const { view } = useRunView(runId);
  const { run } = view;
  const nowMs = useNow(run.status === 'waiting' ? 'slow' : 'never');
  const node = run.nodes[AGENT_NODE_ID];
  const isRunning = !isTerminal(run.status);
  const report = useEffectEvent(() => onAnswer(summaryOf(run)));
  useEffect(() => {
    if (!isRunning) report();
  }, [isRunning]);
  const agent = node?.toolCalls[0]?.worker;
  return (
    <div data-answer-status={run.status} className="grid min-w-0 gap-2 rounded-md border border-line-1 p-2">
      <p className="flex items-center gap-3">
        <span role="status">
          <StatusBadge state={run.status} />
        </span>
        <Link href={`/runs/${encodeURIComponent(runId)}`} prefetch={false} className="text-accent underline">
          {t('openRun')}
        </Link>
      </p>
      <ApprovalPanel runId={runId} run={run} nodes={trialDocument('').nodes} nowMs={nowMs} focusAfterId={FORM_ID} />
      {run.error ? <ErrorCard error={run.error} /> : null}
      {agent?.skill ? <SkillLine skill={agent.skill} /> : null}
      {agent?.plan ? <TodoList todos={agent.plan} isRunning={isRunning} /> : null}
      {agent && agent.toolCalls.length > 0 ? (
        <ToolCalls calls={agent.toolCalls} approvals={Object.values(run.approvals)} runId={run.runId} />
      ) : null}
      {isRunning ? <p className="text-ink-2">{t('working')}</p> : null}
      {run.status === 'succeeded' ? <p className="whitespace-pre-wrap wrap-anywhere">{summaryOf(run)}</p> : null}
    </div>
  );
}

function summaryOf({ outputs, error }: Pick<RunState, 'outputs' | 'error'>): string {
  const result = outputs?.result;
  const summary = typeof result === 'object' && result !== null && 'summary' in result ? result.summary : undefined;
  return typeof summary === 'string' ? summary : (error?.message ?? '');
}
