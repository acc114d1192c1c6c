import { speakAnswer } from '#lib/api/chat-pages.contract.ts';
import { spokenParts } from '#lib/chat/spoken-text.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { answerMarkdown } from '#lib/run/compose-answer.ts';
import { isTerminal } from '#lib/run/run-status.ts';
import { answeringVoice } from '../../chat/answering-voice.ts';
import { loadVoicePage, payerOf } from '../../chat/load-voice-page.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadRunHead } from '../../resources/run-resource.ts';
import { toTurn } from '../../resources/session-resource.ts';

export const speakAnswerHandler = defineHandler(speakAnswer, async ({ params: { slug, runId }, body: { part }, ...context }) => {
  const { repos, deps, endpoint, language } = context;
  const page = await loadVoicePage(slug, 'speechModel', context);
  const run = await loadRunHead(runId, context);
  const turn = run.workflowId === page.endpoint.workflowId ? await repos.sessions.turn(runId) : null;
  if (!turn) throw new AppError('run-not-found', `There is no run ${runId}.`);
  if (!isTerminal(turn.status)) throw new AppError('run-active', 'The answer is not complete yet.');
  const { answerParts } = toTurn(turn, { endpoint, language, artifacts: [] });
  const text = spokenParts(answerMarkdown(answerParts, language))[part];
  if (text === undefined) return { status: 204 };
  const meter = deps.meters({ ...payerOf(context), runId });
  const { bytes, mediaType } = await answeringVoice(context, 'speech', (signal) =>
    deps.voice.speak({ text, voice: page.speechVoice }, { model: page.model, signal, meter }),
  );
  return {
    file: {
      name: `answer-${part + 1}.${mediaType === 'audio/mpeg' ? 'mp3' : mediaType.slice('audio/'.length)}`,
      mediaType,
      sizeBytes: bytes.byteLength,
      etag: `${runId}-${part}`,
      isInline: true,
      async *read({ start, end }: { readonly start: number; readonly end: number }) {
        yield bytes.subarray(start, end);
      },
    },
  };
});
