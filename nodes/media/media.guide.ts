import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import mediaNode from './media.node.ts';

export default defineNodeGuide(mediaNode, {
  examples: [
    {
      title: 'An image',
      config: { model: 'demo', text: 'A lighthouse in the fog, {{start.style}}', size: '64x64', count: 2 },
      scope: { start: { style: 'as a woodcut' } },
    },
    { title: 'A spoken text', config: { task: 'speech', model: 'demo', text: 'The train leaves at nine.', format: 'wav' } },
    {
      title: 'A recording as text',
      config: { task: 'transcribe', model: 'demo', audio: '{{start.recording}}' },
      scope: { start: { recording: { name: 'note.wav', mediaType: 'audio/wav', base64: 'UklGRiQAAABXQVZF' } } },
    },
  ],
  docs: `**image** and **speech** return \`{ file, files }\`: files of the workspace, below \`runs/\`, that other nodes, models and callers read. **transcribe** returns
\`{ text, segments, language, durationInSeconds }\`; models that give no times have no \`segments\`.

The **model** is one of the config or \`provider/model\`, and has to be made for the task: providers \`openai\` and \`openai-compatible\` have all three, \`google\`
too; Anthropic has none. The demo model makes placeholders.

A call counts in the limits and budgets of the run by the tokens that the provider reports. It is not repeated when the run is resumed after a crash; one that
had not ended is.`,
});
