'use client';
import { useContext } from 'react';
import { useTranslations } from 'use-intl';
import { CitationList } from '#components/run-view/citation-list.tsx';
import { LiveText } from '#components/run-view/live-text.tsx';
import { RetrievalView } from '#components/run-view/retrieval-view.tsx';
import { SkillLine } from '#components/run-view/skill-line.tsx';
import { SurfaceView } from '#components/run-view/surface/surface-view.tsx';
import { TodoList } from '#components/run-view/todos/todo-list.tsx';
import { ToolApp } from '#components/run-view/tool-app/tool-app.tsx';
import { LargeResult } from '#components/run-view/tool-calls/large-result.tsx';
import { RunOfCalls } from '#components/run-view/tool-calls/run-of-calls.ts';
import { largeValueOf, workerOf } from '#components/run-view/tool-calls/tool-call-look.ts';
import { ToolCalls } from '#components/run-view/tool-calls/tool-calls.tsx';
import { VerdictLine } from '#components/run-view/verdict-line.tsx';
import { WarningLines } from '#components/run-view/warning-lines.tsx';
import { Folded } from '#components/ui/folded.tsx';
import { ValueView } from '#components/ui/value-view.tsx';
import type { AgentState, OpenApproval, ToolCallState } from '#lib/run/run-state.ts';
import { surfaceOf } from '#lib/run/shown-by-call.ts';

type ToolCallDetailProps = { call: ToolCallState; approvals: readonly OpenApproval[] };

/** Arguments and result of a call; for an agent, also its text and steps. */
export function ToolCallDetail({ call, approvals }: ToolCallDetailProps) {
  const t = useTranslations('tools');
  const { worker, args, result, error, status, warnings, verdict, citations, retrieval } = call;
  const runId = useContext(RunOfCalls);
  const isOpen = workerOf(call) === undefined;
  const large = largeValueOf(result);
  const surface = surfaceOf(call);
  const hasNothing = !worker && args === undefined && result === undefined && !error;
  return (
    <div className="grid min-w-0 gap-2">
      {error ? (
        <p className={`max-w-[80ch] whitespace-pre-line wrap-anywhere ${status === 'cancelled' ? 'text-ink-1' : 'text-failed'}`}>
          {error}
        </p>
      ) : null}
      {surface === undefined ? null : <SurfaceView args={surface} onAction={undefined} />}
      {runId === undefined ? null : <ToolApp runId={runId} call={call} onDraft={undefined} />}
      {args !== undefined && args !== null ? (
        <Folded title={t('arguments')} isOpen={isOpen}>
          <ValueView label={t('arguments')} value={args} />
        </Folded>
      ) : null}
      {worker ? (
        <Worker worker={worker} isRunning={status === 'pending' || status === 'running'} callId={call.id} approvals={approvals} />
      ) : null}
      {result !== undefined && result !== null ? (
        <Folded title={t('result')} isOpen={isOpen}>
          {large ? <LargeResult value={large} /> : <ValueView label={t('result')} value={result} />}
        </Folded>
      ) : null}
      {retrieval ? <RetrievalView retrieval={retrieval} /> : null}
      {warnings ? <WarningLines warnings={warnings} /> : null}
      {verdict ? <VerdictLine verdict={verdict} /> : null}
      {citations && citations.length > 0 ? <CitationList citations={citations} /> : null}
      {hasNothing ? <p className="text-ink-3">{t('nothing')}</p> : null}
    </div>
  );
}

type WorkerProps = { worker: AgentState; isRunning: boolean; callId: string; approvals: readonly OpenApproval[] };

function Worker({ worker, isRunning, callId, approvals }: WorkerProps) {
  const t = useTranslations('timeline');
  const { model, llmCalls, thinking, plan, skill, toolCalls, text, isCalling } = worker;
  return (
    <>
      <p className="num flex flex-wrap gap-x-3 text-ink-2">
        {model ? <span>{model}</span> : null}
        {llmCalls > 0 ? (
          <span>
            {t('calls')} {llmCalls}
          </span>
        ) : null}
      </p>
      {thinking ? (
        <Folded title={t('thinking')}>
          <ValueView label={t('thinking')} value={thinking} />
        </Folded>
      ) : null}
      {skill ? <SkillLine skill={skill} /> : null}
      {plan ? <TodoList todos={plan} isRunning={isRunning} /> : null}
      {toolCalls.length > 0 ? <ToolCalls calls={toolCalls} approvals={approvals} parentCallId={callId} /> : null}
      {text || isCalling ? <LiveText text={text} isWriting={isCalling} /> : null}
    </>
  );
}
