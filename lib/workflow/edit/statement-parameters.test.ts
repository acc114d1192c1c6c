import { expect, test } from 'vitest';
import { changesData, withParameters } from './statement-parameters.ts';

test('references of a statement become its parameters, each once', () => {
  const query = "INSERT INTO t (a, b, c, d) VALUES ({{start.id}}, '{{start.name}}', '%{{start.q}}''s%', {{start.id}})";
  expect(withParameters({ query, parameters: [] }, 'postgres')).toEqual({
    query: 'INSERT INTO t (a, b, c, d) VALUES ($1, $2, $3, $1)',
    parameters: ['{{start.id}}', '{{start.name}}', "%{{start.q}}'s%"],
  });
});

test('parameters that are there keep their places', () => {
  expect(withParameters({ query: 'SELECT $1, {{a.b}}', parameters: [7] }, 'postgres')).toEqual({
    query: 'SELECT $1, $2',
    parameters: [7, '{{a.b}}'],
  });
  expect(withParameters({ query: "SELECT ?, {{a.b}}, '?', ?", parameters: [7, 8] }, 'mysql')).toEqual({
    query: "SELECT ?, ?, '?', ?",
    parameters: [7, '{{a.b}}', 8],
  });
});

test('a statement without references is left as it is', () => {
  expect(withParameters({ query: "SELECT '$1', ?", parameters: [] }, 'postgres')).toBeUndefined();
});

test('only what begins with a change is one', () => {
  expect(changesData('\n insert into t values (1)')).toBe(true);
  expect(changesData('SELECT inserted FROM t')).toBe(false);
});
