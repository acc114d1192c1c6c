import { defineProcessorHandler } from '#engine/contract/define-processor-handler.ts';
import { promptText } from '#lib/i18n/prompt-text.ts';
import artifactIndex from '#lib/interaction/processors/artifact-index.processor.ts';
import { addArtifacts, artifactLine, artifactsIn } from '../artifacts.ts';
import { withAddition } from './with-addition.ts';

const HEADING = '[Artifacts]';

export default defineProcessorHandler(artifactIndex, ({ messages, config: { max }, context }) => {
  const known = addArtifacts(context.artifacts, artifactsIn(messages));
  if (known.length === 0) return withAddition(messages, '', 'end');
  const lines = known.slice(-max).map((artifact) => `- ${artifactLine(artifact)}`);
  return withAddition(messages, [`${HEADING} ${promptText(context.language, 'artifacts')}`, ...lines].join('\n'), 'end');
});
