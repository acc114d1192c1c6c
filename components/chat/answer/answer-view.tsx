'use client';
import { useId, useState } from 'react';
import { FailedCard } from '#components/chat/answer/failed-card.tsx';
import { FileCard } from '#components/chat/answer/file-card.tsx';
import { SourceCards, SourceChip } from '#components/chat/answer/sources.tsx';
import { TurnArtifacts } from '#components/chat/answer/turn-artifacts.tsx';
import { WaitingCard } from '#components/chat/answer/waiting-card.tsx';
import { AnswerText } from '#components/chat/answer-text.tsx';
import { useLook } from '#components/chat/face.tsx';
import type { ChatAnswer, ChatAnswerPart, ChatSource } from '#lib/chat/chat-answer.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

type AnswerViewProps = {
  readonly answer: ChatAnswer;
  readonly isGrowing: boolean;
  /** Sends the message again; undefined where that is not possible. */
  readonly onAgain: (() => void) | undefined;
};

/** The parts of an answer, in their order. */
export function AnswerView({ answer, isGrowing, onAgain }: AnswerViewProps) {
  const { showsSources } = useLook();
  const [named, setNamed] = useState<number>();
  const key = useId();
  const sources = showsSources ? answer.flatMap((part) => (part.kind === 'sources' ? part.sources : [])) : [];
  const lastText = answer.findLastIndex(({ kind }) => kind === 'text' || kind === 'titled');
  const files = answer.filter((part) => part.kind === 'file');
  const cited = { sources, idOf: (index: number) => `${key}-${index}`, onName: setNamed };
  return (
    <>
      {answer.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts only grow at their end
        <Part key={index} part={part} isGrowing={isGrowing && index === lastText} cited={cited} onAgain={onAgain} />
      ))}
      {files.length === 0 ? null : (
        <ul className="chat-files">
          {files.map((file) => (
            <FileCard key={file.url} file={file} />
          ))}
        </ul>
      )}
      {sources.length === 0 || isGrowing ? null : <SourceCards sources={sources} named={named} idOf={cited.idOf} />}
    </>
  );
}

type Cited = {
  readonly sources: readonly ChatSource[];
  readonly idOf: (index: number) => string;
  readonly onName: (index: number) => void;
};
type PartProps = Pick<AnswerViewProps, 'isGrowing' | 'onAgain'> & { part: ChatAnswerPart; cited: Cited };

function Part({ part, isGrowing, cited, onAgain }: PartProps) {
  switch (part.kind) {
    case 'text':
      return <CitedText markdown={part.markdown} isGrowing={isGrowing} cited={cited} />;
    case 'titled':
      return (
        <section className="grid gap-1">
          <h3 className="font-strong">{visibleText(part.title)}</h3>
          <CitedText markdown={part.markdown} isGrowing={isGrowing} cited={cited} />
        </section>
      );
    case 'artifact': {
      const { artifactId, name, mediaType, size, revision } = part;
      return <TurnArtifacts artifacts={[{ artifactId, name, mediaType, sizeBytes: size, revision }]} />;
    }
    case 'waiting':
      return <WaitingCard wait={part} />;
    case 'failed':
      return <FailedCard part={part} onAgain={onAgain} />;
    // Shown together, at the end.
    case 'sources':
    case 'file':
      return null;
    default:
      part satisfies never;
      return null;
  }
}

function CitedText({ markdown, isGrowing, cited }: { markdown: string; isGrowing: boolean; cited: Cited }) {
  const { sources, idOf, onName } = cited;
  return (
    <AnswerText
      text={markdown}
      isGrowing={isGrowing}
      numbers={sources.map(({ index }) => index)}
      chipOf={(number) => {
        const source = sources.find(({ index }) => index === number);
        return source ? <SourceChip source={source} cardId={idOf(number)} onName={onName} /> : number;
      }}
    />
  );
}
