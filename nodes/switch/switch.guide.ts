import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import switchNode from './switch.node.ts';

export default defineNodeGuide(switchNode, {
  examples: [
    {
      title: 'The first of two matching cases',
      config: {
        cases: [
          { id: 'large', title: 'Large order', when: 'order.total >= 1000.0' },
          { id: 'medium', when: 'order.total >= 100.0' },
          { id: 'small', when: 'order.total >= 10.0' },
        ],
      },
      scope: { order: { total: 250 } },
      input: { total: 250 },
      fires: { medium: { total: 250 } },
    },
    {
      title: 'No case matches',
      config: { cases: [{ id: 'dutch', when: "order.country == 'NL'" }] },
      scope: { order: { country: 'BE' } },
      input: 1,
      fires: { else: 1 },
    },
  ],
  docs: `Each case has its own port. The conditions are CEL, as in **Condition**, and are checked from top to bottom until the first match. Without
a match, **else** fires. The input value is passed on unchanged.`,
});
