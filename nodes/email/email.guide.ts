import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import emailNode from './email.node.ts';

export default defineNodeGuide(emailNode, {
  examples: [
    {
      title: 'Send a summary',
      config: { credential: 'mail', to: '{{start.to}}', subject: 'Summary of {{start.day}}', text: '{{start.text}}' },
      scope: { start: { to: 'ada@example.com', day: 'Monday', text: 'All is well.' } },
    },
  ],
  docs: `Returns \`{ messageId, accepted, rejected }\` once the server has taken the email. The sender is that of the **credential**, which also has server,
user and password. Text or HTML is required; of HTML alone a text is not made.

If the server refuses every recipient, the node fails. A crash while an email is sent leaves open whether it was: a person decides. All
attempts carry the same \`Message-ID\`.`,
});
