import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import codeNode from './code.node.ts';

export default defineNodeGuide(codeNode, {
  examples: [
    {
      title: 'Sum up an order',
      config: {
        language: 'javascript',
        code: [
          'const total = inputs.items.reduce((sum, item) => sum + item.price * item.count, 0);',
          'console.log(`$' + '{inputs.items.length} items`);',
          'return { total, isLarge: total > 100 };',
        ].join('\n'),
        inputs: { items: '{{order.items}}' },
        outputSchema: {
          type: 'object',
          properties: { total: { type: 'number' }, isLarge: { type: 'boolean' } },
          required: ['total', 'isLarge'],
        },
      },
      scope: {
        order: {
          items: [
            { price: 40, count: 2 },
            { price: 30, count: 1 },
          ],
        },
      },
      fires: { out: { total: 110, isLarge: true } },
    },
    {
      title: 'Count words, in Python',
      config: {
        language: 'python',
        code: [
          'import re',
          'from collections import Counter',
          '',
          'words = re.findall(r"\\w+", inputs["text"].lower())',
          'print(len(words), "words")',
          'return [{"word": word, "count": count} for word, count in Counter(words).most_common(2)]',
        ].join('\n'),
        inputs: { text: '{{start.text}}' },
      },
      scope: { start: { text: 'The cat saw the other cat and the dog' } },
      fires: {
        out: [
          { word: 'the', count: 3 },
          { word: 'cat', count: 2 },
        ],
      },
    },
    {
      title: 'TypeScript',
      config: {
        code: 'type Row = { name: string };\nconst names = (inputs.rows as Row[]).map(({ name }) => name);\nreturn { names };',
        inputs: { rows: [{ name: 'Ada' }, { name: 'Lin' }] },
      },
      fires: { out: { names: ['Ada', 'Lin'] } },
    },
  ],
  docs: `The code is the body of an async function: it reads \`inputs.name\` (in Python \`inputs["name"]\`), may \`await\`, and **returns** its value with
\`return\`. The value must be JSON; \`{{code.total}}\` reads a field of it. Without a return value the output is null. With an **output schema**
the value is checked, and later nodes can choose its fields.

The output of \`console.log\` or \`print\` appears in the log of the run while the code runs: the first 1000 lines or 64,000 characters. An
error shows the line of your code.

**Files** are copied into the sandbox: \`open("/files/in/orders.csv")\` in Python, \`files.read("orders.csv")\` or \`files.readBytes(…)\` in
JavaScript, which also has \`files.list()\`. A list of files under the name \`papers\` is copied as \`papers-1.pdf\`, \`papers-2.csv\`, and so on, with the endings of the files. With **Keep files**, files written to \`/files/out\` or by \`files.write("report.csv", text)\` are
kept in the workspace, and the value is \`{ value, files }\`: use \`{{code.files[0].path}}\` for the images of a model, the files of another
node or \`read_file\`. The limits are 20 files of 10 MB each and 20 MB in total, in each direction.

With an **input schema** the inputs are checked before the code starts, and in the editor as far as their values are known; the editor then
completes their names and types.

The code runs in a sandbox: no network, no other files of the server, no environment variables, no packages to install, and no state kept
between runs. **Grants** open it by name. With **hosts** the code can call \`await fetch(url, { method, headers, body })\` (in Python
\`await fetch(url, method="POST", headers={…}, json={…})\`), which returns \`status\`, \`ok\`, \`url\`, \`headers\`, \`text()\`, \`json()\` and
\`bytes()\`; only JavaScript awaits the last three. A body is a text or bytes. Every URL and redirect is checked against the granted hosts and by the guards of the HTTP
node; a run makes at most 200 requests, six in parallel, and reads 5 MB each, 50 MB in total. A request may have a side effect, so such code
is one side effect: once it has succeeded it does not run again after a crash; if a crash interrupted it, an approval is requested unless
*Repeat after a crash* is on. With **credentials** a
request names one, \`fetch(url, { credential: 'crm' })\`: its value is added outside the sandbox. With **environment** the code reads \`env.NAME\` (\`env["NAME"]\`) from \`sandbox.environment\` of the config
file. Processes and files of the server are never granted.

**JavaScript** is the language itself (QuickJS) with \`URL\`, \`TextEncoder\`, \`structuredClone\` and timers. TypeScript is accepted; its types
are removed, not checked. It is meant for shaping data: loops of millions of steps are ten to twenty times slower than in Node. **Python** is
Python 3.14 with its standard library, without NumPy and pandas. The first run after a start takes a few seconds, later ones about 0.1 s.

Code that exceeds its **time limit** or its **memory** is stopped at once. Stopping the run stops the code. Connect the **error** port or
set *On error* to continue.`,
});
