import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import knowledgeWriteNode from './knowledge-write.node.ts';

export default defineNodeGuide(knowledgeWriteNode, {
  examples: [
    {
      title: 'Keep a page',
      config: { base: 'handbook', documents: { key: '{{start.url}}', text: '{{page.data.text}}', url: '{{start.url}}' } },
      scope: { start: { url: 'https://example.com/a' }, page: { data: { text: '# A\n\nText' } } },
    },
    {
      title: 'A file input',
      config: { base: 'reports', files: '{{start.report}}', onExisting: 'skip' },
      scope: { start: { report: 'reports/june.pdf' } },
    },
  ],
  docs: `Returns \`{ documents, failed }\`: each document with its \`documentId\`, \`key\` and \`outcome\` (\`created\`, \`replaced\`, \`unchanged\` or \`skipped\`), and
those that could not be indexed with the reason.

A base that does not exist is made. The key says which document it is: writing the same key again replaces that document, and only its changed parts are indexed again. A repeated run therefore
leaves one document. Give **Key** when there is one document, or \`key\` in each text.

Files have to be files of the workspace, such as an input, a file that another node wrote, or a path. Texts are read as Markdown: headings become places that
citations name.`,
});
