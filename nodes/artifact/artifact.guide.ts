import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import artifactNode from './artifact.node.ts';

export default defineNodeGuide(artifactNode, {
  examples: [
    {
      title: 'A report as PDF',
      config: { format: 'pdf', name: 'Report', title: 'Weekly report', content: '## Done\n\n- {{start.done}}' },
      scope: { start: { done: 'Two bugs' } },
    },
    {
      title: 'Slides that a model outlined',
      config: { format: 'pptx', name: 'Plan', title: 'Plan', template: 'minimal', slides: '{{outline.slides}}' },
      scope: {
        outline: {
          slides: [
            { layout: 'cover', title: 'Plan 2027' },
            { title: 'Two steps', bullets: ['First', 'Second'] },
          ],
        },
      },
    },
  ],
  docs: `Returns \`{ artifactId, fileId, name, path, mediaType, sizeBytes, revision }\`: a file that later nodes take as any other, and that
the run page shows with a preview. A file with the same name in the same run, or one with **New version of**, becomes the next
version; the last ten are kept.

- **pptx**: each slide has a \`layout\` (\`cover\`, \`section\`, \`content\`, \`two-columns\`, \`quote\`, \`closing\`) and a \`title\`. A
  \`content\` slide has \`bullets\`, a \`chart\`, a \`table\`, an \`image\`, or points with one of them. Text gets the largest size that
  fits; text that fits at no size is an error that names the slide.
- **pdf**, **docx**: Markdown with headings, lists, tables, code, and images of the workspace. Chinese fonts are in the PDF.
- **xlsx**: sheets of rows. Texts stay texts: none becomes a formula.
- **text**: \`page.html\`, \`data.csv\`, \`notes.md\`.
- **slide**: replaces one slide of a presentation that was made here.

Documents are written in a process of their own, with bounded memory and time.`,
});
