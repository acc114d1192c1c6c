import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AgentBudget, type Spending } from './agent-budget.ts';

type Tree = { readonly maxSteps: number; readonly maxToolCalls: number; readonly below: readonly Tree[] };

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.record({
    maxSteps: fc.integer({ min: 1, max: 12 }),
    maxToolCalls: fc.integer({ min: 0, max: 12 }),
    below: fc.oneof({ depthSize: 'small' }, fc.constant([]), fc.array(tie('tree'), { maxLength: 3 })),
  }),
}));

type Agent = { readonly budget: AgentBudget; readonly limits: Tree; readonly below: readonly Agent[] };

function agentOf(limits: Tree, outer?: AgentBudget): Agent {
  const budget = new AgentBudget({ ...limits, owner: 'agent' }, outer);
  return { budget, limits, below: limits.below.map((inner) => agentOf(inner, budget)) };
}

function allOf(agent: Agent): Agent[] {
  return [agent, ...agent.below.flatMap(allOf)];
}

/** As an interaction does: its own limits first, then those around it. */
function tryTake({ budget, limits }: Agent, spending: Partial<Spending>): boolean {
  const { steps, toolCalls } = budget.spent;
  if (steps + (spending.steps ?? 0) > limits.maxSteps || toolCalls + (spending.toolCalls ?? 0) > limits.maxToolCalls)
    return false;
  try {
    budget.take(spending);
    return true;
  } catch {
    return false;
  }
}

test('whatever the agents of a tree do, in any order, no agent spends more with those below it than it may', () => {
  const action = fc.record({ who: fc.nat(), steps: fc.integer({ min: 0, max: 2 }), toolCalls: fc.integer({ min: 0, max: 3 }) });
  fc.assert(
    fc.property(tree, fc.array(action, { maxLength: 80 }), (limits, actions) => {
      const agents = allOf(agentOf(limits));
      let taken = 0;
      for (const { who, steps, toolCalls } of actions) {
        const agent = agents[who % agents.length] as Agent;
        if (tryTake(agent, { steps, toolCalls })) taken += steps;
        for (const { budget, limits: own } of agents) {
          expect(budget.spent.steps).toBeLessThanOrEqual(own.maxSteps);
          expect(budget.spent.toolCalls).toBeLessThanOrEqual(own.maxToolCalls);
        }
      }
      expect(agents[0]?.budget.spent.steps).toBe(taken);
    }),
  );
});

test('a refused spending counts nowhere', () => {
  const outer = new AgentBudget({ maxSteps: 10, maxToolCalls: 1, owner: 'chief' });
  const inner = new AgentBudget({ maxSteps: 10, maxToolCalls: 10, owner: 'editor' }, outer);
  expect(() => inner.take({ steps: 1, toolCalls: 2 })).toThrow("The agents below 'chief' have used up its 1 tool calls");
  expect([inner.spent, outer.spent]).toEqual(Array(2).fill({ steps: 0, toolCalls: 0 }));
});

test('an agent that waits for others keeps a model call to read what they found', () => {
  const outer = new AgentBudget({ maxSteps: 3, maxToolCalls: 9, owner: 'chief' });
  outer.take({ steps: 1 });
  const inner = new AgentBudget({ maxSteps: 9, maxToolCalls: 9, owner: 'editor' }, outer);
  inner.take({ steps: 1 });
  expect(() => inner.take({ steps: 1 })).toThrow('3 model calls');
  expect(() => outer.take({ steps: 1 })).not.toThrow();
});

test('what a finished call spent in an earlier process is counted again, once', () => {
  const outer = new AgentBudget({ maxSteps: 9, maxToolCalls: 9, owner: 'chief' });
  const meter = outer.meter();
  new AgentBudget({ maxSteps: 9, maxToolCalls: 9, owner: 'editor' }, meter).take({ steps: 2, toolCalls: 1 });
  expect([meter.spent, outer.below]).toEqual(Array(2).fill({ steps: 2, toolCalls: 1 }));
  const later = new AgentBudget({ maxSteps: 9, maxToolCalls: 9, owner: 'chief' });
  later.restore(meter.spent);
  expect(later.spent).toEqual(outer.spent);
});
