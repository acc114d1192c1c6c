import { expect, test } from 'vitest';
import { countFlattedNodes } from './flatted-nodes.ts';

test('nodes with data are counted, without failed ones and those that never ended', () => {
  const list = [
    { resultData: '1' },
    { runData: '2' },
    { first: '3', second: '4', third: '5' },
    ['6'],
    ['7'],
    ['8'],
    { executionStatus: '9', data: '10' },
    { executionStatus: '11', data: '10' },
    { executionStatus: '9' },
    'success',
    {},
    'error',
  ];
  expect(countFlattedNodes(JSON.stringify(list))).toBe(1);
});

test('an execution without results has no nodes', () => {
  expect(countFlattedNodes('[{"resultData":"1"},{}]')).toBe(0);
});

test('a placeholder that recovery wrote is not an output', () => {
  const list = [
    { resultData: '1' },
    { runData: '2' },
    { first: '3', second: '4' },
    ['5'],
    ['6'],
    { executionStatus: '7', data: '8' },
    { executionStatus: '7', data: '12' },
    'success',
    { main: '9' },
    ['10'],
    { json: '11' },
    { isArtificialRecoveredEventItem: true },
    { main: '13' },
    ['14'],
    { json: '15' },
    { name: 'Ada' },
  ];
  expect(countFlattedNodes(JSON.stringify(list))).toBe(1);
});
