import { expect, test } from 'vitest';
import { document, node, startNode, testNodes } from '#tests/support/test-nodes.ts';
import { renameNode } from './rename-node.ts';
import { validateWorkflow } from './validate-workflow.ts';
import { workflowSchema } from './workflow.ts';

const workflow = workflowSchema.parse(
  document(
    [
      startNode,
      node('page', 'fetch', { config: { url: 'https://example.com/{{start.question}}' } }),
      node('check', 'branch', { config: { when: 'page.status == 200 &&\n  page.body != "page.body"' } }),
      node('say', 'echo', {
        config: {
          values: {
            line: 'page: {{ page.body | append: page.items[0].name }}\n{% for page_x in page.items %}{{ page_x.name }}{% endfor %}',
          },
        },
      }),
      node('other', 'unheard-of', { config: { text: '{{page.body}}' } }),
    ],
    ['start -> page', 'page -> check', 'check.true -> say'],
  ),
);

test('a new id is written wherever the old one was meant', () => {
  const renamed = renameNode(workflow, testNodes, { from: 'page', to: 'site' });
  const configOf = (id: string) => renamed.nodes.find((one) => one.id === id)?.config;
  expect(configOf('check')).toEqual({ when: 'site.status == 200 &&\n  site.body != "page.body"' });
  expect(configOf('say')).toEqual({
    values: {
      line: 'page: {{ site.body | append: site.items[0].name }}\n{% for page_x in site.items %}{{ page_x.name }}{% endfor %}',
    },
  });
  expect(configOf('other')).toEqual({ text: '{{page.body}}' });
  expect(renamed.edges.map(({ source, target }) => `${source} ${target}`)).toEqual(['start site', 'site check', 'check say']);
  expect(validateWorkflow(renamed, testNodes).errors.map(({ code }) => code)).toEqual(
    validateWorkflow(workflow, testNodes).errors.map(({ code }) => code),
  );
});

test('a new id is written in expressions of values and behind branch', () => {
  const values = {
    size: 'a {{= check.status > 1 ? "check" : check.body }}',
    way: '{{branch.check}} {{= branch["check"] + branch . check }} {{check.body}}',
  };
  const before = workflowSchema.parse(
    document(
      [startNode, node('check', 'branch', { config: { when: 'true' } }), node('say', 'echo', { config: { values } })],
      ['start -> check', 'check.true -> say'],
    ),
  );
  expect(renameNode(before, testNodes, { from: 'check', to: 'is_ok' }).nodes[2]?.config).toEqual({
    values: {
      size: 'a {{= is_ok.status > 1 ? "check" : is_ok.body }}',
      way: '{{branch.is_ok}} {{= branch["is_ok"] + branch . is_ok }} {{is_ok.body}}',
    },
  });
});

test('there and back is the same document', () => {
  const there = renameNode(workflow, testNodes, { from: 'page', to: 'a_longer_name' });
  expect(renameNode(there, testNodes, { from: 'a_longer_name', to: 'page' })).toEqual(workflow);
});

test('a container takes its body along', () => {
  const inside = workflowSchema.parse(
    document([node('again', 'loop', { config: { while: 'false' } }), node('step', 'echo', { parentId: 'again' })]),
  );
  expect(renameNode(inside, testNodes, { from: 'again', to: 'repeat' }).nodes[1]?.parentId).toBe('repeat');
});

test.each([
  [{ from: 'nobody', to: 'x' }, "There is no node 'nobody'"],
  [{ from: 'page', to: 'check' }, "There is a node 'check' already"],
  [{ from: 'page', to: 'Not-An-Id' }, "'Not-An-Id' is no node id"],
  [{ from: 'page', to: 'page_x' }, "'page_x' is a variable in an expression of say"],
])('%j is refused', (change, message) => {
  const nested = {
    ...workflow,
    nodes: workflow.nodes.map((one) =>
      one.id === 'say'
        ? { ...one, config: { values: { line: '{% for page_x in page.items %}{{ page.body }}{% endfor %}' } } }
        : one,
    ),
  };
  expect(() => renameNode(nested, testNodes, change)).toThrow(message);
});
