import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import setNode from './set.node.ts';

export default defineNodeGuide(setNode, {
  examples: [
    {
      title: 'Literals and references',
      config: { values: { limit: 10, tags: ['new', '{{start.tag}}'], total: '{{order.total}}', line: 'Order {{order.id}}' } },
      scope: { start: { tag: 'gift' }, order: { id: 'A-7', total: 250 } },
      fires: { out: { limit: 10, tags: ['new', 'gift'], total: 250, line: 'Order A-7' } },
    },
  ],
  docs: `Use it to rename values, to collect values for later nodes, or to define a constant once. Each value is read as \`{{node.name}}\`.
A value that is exactly one \`{{…}}\` keeps its type: a number stays a number. References inside lists and objects are replaced too.

With **target** \`session\` the values are written to variables of the session, which the settings of the workflow declare. Later nodes and
the next turns read them as \`{{session.name}}\`; \`{{session.turn}}\` and \`{{session.messages}}\` are always there. **Operations** say how each variable
changes: \`set\` replaces it, \`append\` adds to the end of a list or text, \`add\` adds a number, \`remove\` takes entries out of a list or keys
out of an object. The node returns the variables as they are after that. They are written when it ends, so writes of parallel branches add up.`,
});
