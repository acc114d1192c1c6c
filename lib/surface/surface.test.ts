import { MessageProcessor } from '@a2ui/web_core/v0_9';
import { basicCatalog } from '@a2ui/web_core/v0_9/basic_catalog';
import { describe, expect, test } from 'vitest';
import { type SurfaceComponent, surfaceComponents, surfaceSchema } from './surface.ts';
import { surfaceProblems } from './surface-problems.ts';

const label = { id: 'label', component: 'Text', text: 'Book' } as const;
const root = (...children: string[]): SurfaceComponent => ({ id: 'root', component: 'Column', children });
const button = { id: 'book', component: 'Button', child: 'label', action: { event: { name: 'book' } } } as const;
const problems = (...components: SurfaceComponent[]) => surfaceProblems({ text: 'x', components, data: {} });

/** One of each kind, with every field that it may have. */
const every: readonly SurfaceComponent[] = [
  root('heading', 'row', 'list', 'card', 'tabs', 'divider', 'book', 'name', 'agree', 'meal', 'guests', 'when'),
  { id: 'heading', component: 'Text', text: { path: '/title' }, variant: 'h2' },
  { id: 'row', component: 'Row', children: ['left', 'right'], justify: 'spaceBetween', align: 'center' },
  { id: 'left', component: 'Text', text: 'left', variant: 'caption' },
  { id: 'right', component: 'Text', text: 'right' },
  { id: 'list', component: 'List', children: ['item'], direction: 'vertical', listStyle: 'ordered' },
  { id: 'item', component: 'Text', text: 'item' },
  { id: 'card', component: 'Card', child: 'inner' },
  { id: 'inner', component: 'Text', text: 'inner' },
  { id: 'tabs', component: 'Tabs', tabs: [{ title: 'One', child: 'one' }] },
  { id: 'one', component: 'Text', text: 'one' },
  { id: 'divider', component: 'Divider', axis: 'horizontal' },
  {
    ...button,
    variant: 'primary',
    action: { event: { name: 'book', context: { when: { path: '/when' }, guests: 2, agreed: true } } },
  },
  label,
  { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' }, variant: 'shortText' },
  { id: 'agree', component: 'CheckBox', label: 'Agree', value: { path: '/agree' } },
  {
    id: 'meal',
    component: 'ChoicePicker',
    label: 'Meal',
    variant: 'mutuallyExclusive',
    displayStyle: 'chips',
    options: [{ label: 'Soup', value: 'soup' }],
    value: { path: '/meal' },
  },
  { id: 'guests', component: 'Slider', label: 'Guests', min: 1, max: 8, value: { path: '/guests' } },
  { id: 'when', component: 'DateTimeInput', label: 'When', value: { path: '/when' }, enableDate: true, enableTime: true },
];

describe('an interface', () => {
  test('of every component is accepted here, and by the catalog of A2UI that draws it', () => {
    const read = surfaceSchema.parse({ text: 'x', components: every });
    expect(new Set(read.components.map(({ component }) => component))).toEqual(new Set(Object.keys(surfaceComponents)));
    expect(surfaceProblems(read)).toEqual([]);
    const processor = new MessageProcessor([basicCatalog]);
    processor.processMessages([
      { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: basicCatalog.id } },
      { version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/', value: { title: 'Dinner', meal: [], guests: 2 } } },
      { version: 'v0.9', updateComponents: { surfaceId: 's', components: read.components } },
    ]);
    const shown = processor.model.getSurface('s')?.componentsModel;
    expect(every.every(({ id }) => shown?.get(id))).toBe(true);
  });

  test.each([
    ['an image, which would load from its address', { id: 'root', component: 'Image', url: 'https://spy.example/?secret=1' }],
    [
      'a link that opens a page',
      { ...button, action: { functionCall: { call: 'openUrl', args: { url: 'https://spy.example' } } } },
    ],
    ['a function', { id: 'root', component: 'Text', text: { call: 'formatString', args: {} } }],
    ['a pattern', { id: 'root', component: 'TextField', label: 'x', value: { path: '/x' }, validationRegexp: '(a+)+$' }],
    ['an unknown field', { ...label, id: 'root', style: 'position:fixed' }],
  ])('does not take %s', (_what, component) => {
    expect(surfaceSchema.safeParse({ text: 'x', components: [component] }).success).toBe(false);
  });

  test.each<[string, SurfaceComponent[], string]>([
    ['no root', [label], 'No component has the id "root".'],
    ['an id used twice', [root('label'), label, label], 'Two components have the id "label".'],
    ['a missing child', [root('lable'), label], '"root" (Column): children[0] names "lable", which does not exist.'],
    ['a component that contains itself', [root('card'), { id: 'card', component: 'Card', child: 'root' }], '"root" is named by'],
    ['a component below two others', [root('label', 'label'), label], '"label" is named by more than one component'],
    ['a component that is not shown', [root('other'), { ...label, id: 'other' }, label], '"label" is not shown'],
    [
      'a button without a text',
      [root('book'), button, { ...root('x'), id: 'label' }, { ...label, id: 'x' }],
      'child has to be a Text',
    ],
  ])('with %s is refused, and the model reads why', (_what, components, problem) => {
    expect(problems(...components).join(' ')).toContain(problem);
  });
});
