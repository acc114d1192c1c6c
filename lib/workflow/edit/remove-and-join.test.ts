import { describe, expect, test } from 'vitest';
import { document, node, startNode, testNodes } from '#tests/support/test-nodes.ts';
import { type Workflow, workflowSchema } from '../workflow.ts';
import { removeAndJoin } from './remove-and-join.ts';

const echo = (id: string, parentId?: string) => node(id, 'echo', parentId === undefined ? {} : { parentId });
const check = node('check', 'branch', { config: { when: 'true' } });

function without(ids: readonly string[], nodes: readonly unknown[], edges: readonly string[], edgeIds: readonly string[] = []) {
  const workflow = workflowSchema.parse(document(nodes, edges));
  const left = removeAndJoin(workflow, { nodes: new Set(ids), edges: new Set(edgeIds) }, testNodes);
  return { left, arrows: arrowsOf(left) };
}

const arrowsOf = ({ edges }: Workflow) =>
  edges.map(
    ({ source, sourceHandle, target }) => `${sourceHandle === 'out' ? source : `${source}.${sourceHandle}`} -> ${target}`,
  );

describe('a removed node in the middle', () => {
  test('leaves its neighbours connected', () => {
    const { left, arrows } = without(['b'], [startNode, echo('b'), echo('c')], ['start -> b', 'b -> c']);
    expect(arrows).toEqual(['start -> c']);
    expect(left.nodes.map(({ id }) => id)).toEqual(['start', 'c']);
  });

  test('and several in a row, too', () => {
    const nodes = [startNode, echo('a'), echo('b'), echo('c')];
    expect(without(['a', 'b'], nodes, ['start -> a', 'a -> b', 'b -> c']).arrows).toEqual(['start -> c']);
    expect(without(['a', 'c'], nodes, ['start -> a', 'a -> b', 'b -> c']).arrows).toEqual(['start -> b']);
  });

  test('keeps the port that led to it', () => {
    const edges = ['start -> check', 'check.true -> a', 'check.false -> c', 'a -> c'];
    expect(without(['a'], [startNode, check, echo('a'), echo('c')], edges).arrows).toEqual([
      'start -> check',
      'check.false -> c',
      'check.true -> c',
    ]);
  });

  test('leads on to all nodes behind its one port', () => {
    const edges = ['start -> a', 'a -> b', 'a -> c'];
    expect(without(['a'], [startNode, echo('a'), echo('b'), echo('c')], edges).arrows).toEqual(['start -> b', 'start -> c']);
  });
});

describe('nothing is joined', () => {
  test('where branches led on to different nodes', () => {
    const edges = ['start -> check', 'check.true -> b', 'check.false -> c'];
    expect(without(['check'], [startNode, check, echo('b'), echo('c')], edges).arrows).toEqual([]);
  });

  test('by an edge that is removed as well, nor by the error port', () => {
    const nodes = [startNode, echo('a'), echo('b')];
    expect(without(['a'], nodes, ['start -> a', 'a -> b'], ['a-b']).arrows).toEqual([]);
    expect(without(['a'], nodes, ['start -> a', 'a.error -> b']).arrows).toEqual([]);
  });

  test('twice', () => {
    const edges = ['start -> a', 'a -> b', 'start -> b'];
    expect(without(['a'], [startNode, echo('a'), echo('b')], edges).arrows).toEqual(['start -> b']);
  });

  test('when only an edge is removed', () => {
    expect(without([], [startNode, echo('a')], ['start -> a'], ['start-a']).arrows).toEqual([]);
  });
});
