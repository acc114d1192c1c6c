import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import joinNode from './join.node.ts';

export default defineNodeGuide(joinNode, {
  examples: [
    {
      title: 'The fastest of two models',
      config: { mode: 'first' },
      input: { text: 'Short.' },
      fires: { out: { value: { text: 'Short.' }, from: 'source' } },
    },
    { title: 'The first to arrive', config: { mode: 'any' }, input: 7, fires: { out: { value: 7, from: 'source' } } },
    { title: 'All of them', config: { mode: 'all' }, input: 7, fires: { out: { value: { source: 7 } } } },
  ],
  docs: `**all** waits for every branch, like **Merge**. **any** continues as soon as one branch arrives; the others run to their end, and the run
waits for them before it finishes. **first** continues with the first branch that succeeds and cancels nodes that lead only here: model calls
and requests are aborted, approvals are withdrawn, and those nodes are \`cancelled\` or \`skipped\` with the reason \`lost_race\`. A skipped
branch never blocks a join; when all are skipped, so is the join.

\`{{join.value}}\` is the value of the branch and \`{{join.from}}\` the id of the node it came from. Nodes after a join can read nodes of the
winning branch; nodes of another branch have no value there, so give such a reference a default.

With **first**, an error that arrives by an error branch counts only when no branch succeeds; then the join fails with
\`no-branch-succeeded\`. An unhandled error fails the run as usual: to race nodes that may fail, connect their error ports to the join.`,
});
