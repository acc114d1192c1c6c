import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import llmNode from './llm.node.ts';

export default defineNodeGuide(llmNode, {
  examples: [
    {
      title: 'Ask a question',
      config: { userPrompt: '{{start.question}}' },
      scope: { start: { question: 'Why is the sky blue?' } },
    },
    {
      title: 'Sort a message into a class',
      config: {
        systemPrompt: 'You sort messages of customers.',
        userPrompt: 'Message: {{start.message}}',
        temperature: 0,
        outputSchema: {
          type: 'object',
          properties: { urgency: { type: 'string', enum: ['low', 'high'] }, reason: { type: 'string' } },
          required: ['urgency', 'reason'],
          additionalProperties: false,
        },
      },
      scope: { start: { message: 'The server is on fire' } },
    },
    {
      title: 'Let the model look something up',
      config: { userPrompt: 'What time is it in {{start.city}}?', toolMode: 'required', availableTools: ['time-now'] },
      scope: { start: { city: 'Shanghai' } },
    },
    {
      title: 'Let the model read one page, and no other',
      config: {
        userPrompt: '{{start.question}}',
        availableTools: [
          { tool: 'read_url', name: 'read_manual', description: 'Reads the manual.', with: { url: '{{start.manual}}' } },
        ],
      },
      scope: { start: { question: 'How do I reset it?', manual: 'https://example.com/manual' } },
    },
  ],
  docs: `The **prompt** may be empty where there is a system prompt, a shared conversation or **example messages**. A system prompt
alone is sent as the user message, since some servers take no request without one. Example messages go before the conversation, with
every call of this node, and are not part of it.

Returns \`{ output, finishReason, messages, llmCalls, toolCalls, tokenUsage, citations }\`. \`output\` is the text of the answer: \`{{answer.output}}\`. With an
**output schema** it is an object that matches the schema, so \`{{answer.output.title}}\` works; an answer that does not match is sent back
to the model once, with the errors.

\`finishReason\` says how the answer ended: \`stop\` when it is whole, \`length\` when it was cut off, \`content-filter\` when the provider
filtered it, \`refusal\` when the model refused, \`empty\` when there is no text in it (reasoning or a picture alone, too), and \`other\` for a
reason of the provider that says nothing of these. An answer that is not whole is decided by **incomplete answers** (\`onIncomplete\`): when
that is empty, one that was cut off continues with a warning on the node, and the others go to the **fallback models** or fail with
\`answer-filtered\`, \`answer-refused\` or \`answer-empty\`; \`fail\` lets cut ones fail too, with \`answer-cut\`; \`continue\` continues with all of them;
\`retry\` calls the model once more before it fails. An answer without a value of the **output schema** fails in any case.
What a model thinks between \`<think>\` tags is reasoning and no part of the answer.

With **tools** the model is called again with the results of its calls until it answers. An entry of the list is the id of a tool, or
\`{ tool, name, description, with, ask }\`: a tool under a name of its own, with arguments that the model neither sees nor changes, and with an
approval for every call. The node fails when the model still calls tools
after **max model calls**, or after the \`max_rounds\` of its config, whichever is lower; if the limits of the workflow are set to ask, an
approval is requested first. A tool call that needs approval suspends the run; finished rounds are not repeated when it resumes, nor after a
crash. **Agents** that the model calls in one answer run one after the other unless **parallel agents** allows more; limits, approvals and
the order of results are the same.

Tools that read pages number them, and the model cites them as \`[1]\`; \`citations\` lists what the answer cites, each with \`index\`, \`url\`, \`title\`,
\`domain\` and \`snippet\`. What agents cite gets the numbers of the model that called them. **Check results** tells the model when a result is
of no use: a search without a fitting page, code that failed or printed nothing. With \`model\` a model judges too; its verdict is in the trace.

With **conversation lasts** \`session\` the model knows the earlier turns of the session: the conversation begins with the last messages of
the turn before and is kept when the node ends, at most **messages kept** of it. A run without a session is like a first turn.

Nodes with the same **conversation** share its history; each has its own system prompt. \`messages\` is the whole conversation. A
conversation is shortened before it gets too long: see *context processors*, and the node type \`context-processor\`.

**Reasoning effort** goes to every model of the node, including the fallbacks; one whose config has \`support_reasoning: false\` fails the
node before a call. What a model reasons is streamed apart from its answer, counted and billed.

The **strategy** decides which request is made when. \`react\`, the default: the model calls tools until it answers. \`plan-and-execute\`: the model
first makes a plan, then does one step after the other, with the plan repeated at the end of each request. When a step fails it plans the
rest anew, and before it answers it checks the plan against the task; after **plan changes** the node fails with \`plan-failed\`. The plan is
shown as a list that fills. \`multi-llm\`: the **candidate models** answer in parallel, each with the tools and limits of the node, and the
model of the node chooses the best answer by the **criteria**, without knowing whose it is. Only the chosen answer continues; the others are in
the trace. A candidate that fails does not compete.

Results of tools above 8,000 characters are stored, and the model gets their beginning and a reference that it can read on from with
\`read_result\`. With a **summary model** it gets a summary instead, made for the task at hand.

With **hand off to** the model may pass the conversation to one of these agents for good: the agent reads all of it, continues with its own
instructions, model, tools and limits, and gives the answer of the node; \`agent\` says which one answered. It may pass the conversation on to
agents of its own list, five times in all. A named **conversation** stays with the agent that has it: the next node of that conversation that
may hand off to it continues with it. To get only a part of the work done, use **agents**.

**Images** are sent with the prompt: PNG, JPEG, GIF or WebP, up to 10 MB each. A start input of type file is one: \`{{start.photo}}\`. Every model of the node, including the fallbacks, needs
\`support_vision\` in its config. Images are sent with every call of this node; in a shared conversation other nodes see only its text.

Broken connections and busy servers are retried as the config of the model says. When the model still fails, the **fallback models** are
tried in order; after the last one the node fails: connect the **error** port or set *On error* to continue.

With **skills** the model knows which skills there are, and the one that fits the message becomes active: its instructions are added to the system
prompt, the model may call only those of its tools that the skill names, and the model calls and the time of the skill are limits. It reads files of the skill
with \`read_skill\` and runs its scripts in a sandbox with \`run_skill_script\`. The node shows the active skill, the trace its score and reason.`,
});
