import type { FakeCall } from '#tests/support/fake-model/behaviour.ts';
import { irrelevantIds, type MadeCall } from './tool-shelf.ts';

type Call = FakeCall;
export type ResultStatus = 'success' | 'error' | 'invalid';

/** What a model does, answer by answer, and what has to come of it. */
export type ToolCase = {
  readonly name: string;
  readonly provider: string;
  readonly offered: readonly unknown[];
  /** Tool calls of each answer; the answer after the last one is text. */
  readonly rounds: readonly (readonly Call[])[];
  /** What is really called, in any order within one answer. */
  readonly made: readonly MadeCall[];
  /** Results as the model gets them, in the order of its calls. */
  readonly statuses: readonly ResultStatus[];
  /** Texts that the results for the model have to contain. */
  readonly hints?: readonly string[];
};

const PROVIDERS = ['openai-compatible', 'anthropic', 'openai', 'google'] as const;
const OFFERED = ['weather', 'order', 'store'];
const weather = (city: string): MadeCall => ({ id: 'weather', input: { city, unit: 'celsius' } });
const callOf = (name: string | number, input: unknown, id?: string): Call => ({
  ...(id !== undefined && { id }),
  name,
  arguments: typeof input === 'string' ? input : JSON.stringify(input),
});
const paris = callOf('weather', { city: 'Paris' });

type Plain = Omit<ToolCase, 'provider' | 'offered'> & { readonly provider?: string; readonly offered?: readonly unknown[] };
const caseOf = (plain: Plain): ToolCase => ({ provider: 'openai-compatible', offered: OFFERED, ...plain });
const everywhere = (plain: Plain): ToolCase[] =>
  PROVIDERS.map((provider) => caseOf({ ...plain, name: `${plain.name} (${provider})`, provider }));

/** A wrong call is answered with what is wrong, and the next one is right. */
const corrected = (name: string, wrong: Call, hints: readonly string[], more: Partial<Plain> = {}): ToolCase =>
  caseOf({ name, rounds: [[wrong], [paris]], made: [weather('Paris')], statuses: ['invalid', 'success'], hints, ...more });

const ORDER = {
  items: [
    { sku: 'tea', quantity: 2, options: { gift: true, note: '给你 “quoted” \\ and\nlines' } },
    { sku: 'cup', quantity: 1 },
  ],
  address: { street: 'Rue de la Paix 1', geo: { lat: 48.868, lng: 2.331 } },
};
const MEETING = { title: 'Tea', when: { at: '2026-01-01T10:00:00Z' } };
const cities = ['Paris', 'Rome', 'Oslo', 'Lima', 'Cairo'];
const megabyte = 'x'.repeat(1_000_000);
const tree = (depth: number): unknown => (depth === 0 ? 'leaf' : { child: tree(depth - 1) });

const single = everywhere({ name: 'one call', rounds: [[paris]], made: [weather('Paris')], statuses: ['success'] });

const parallel = [2, 3, 5].flatMap((count) =>
  everywhere({
    name: `${count} parallel calls`,
    rounds: [cities.slice(0, count).map((city) => callOf('weather', { city }))],
    made: cities.slice(0, count).map(weather),
    statuses: Array(count).fill('success'),
  }),
);

const mixed = [
  caseOf({
    name: 'parallel calls of several tools, one of them wrong',
    rounds: [[paris, callOf('order', { items: [] }), callOf('store', { text: 'a' })]],
    made: [weather('Paris'), { id: 'store', input: { text: 'a' } }],
    statuses: ['success', 'invalid', 'success'],
    hints: ['order: items'],
  }),
  caseOf({
    name: 'three answers with calls, one after the other',
    rounds: [[paris], [callOf('weather', { city: 'Rome' })], [callOf('store', { text: 'both' })]],
    made: [weather('Paris'), weather('Rome'), { id: 'store', input: { text: 'both' } }],
    statuses: ['success', 'success', 'success'],
  }),
];

const nested = [
  ...everywhere({
    name: 'nested objects',
    rounds: [[callOf('order', ORDER)]],
    made: [{ id: 'order', input: ORDER }],
    statuses: ['success'],
  }),
  corrected(
    'a nested field of the wrong type',
    callOf('order', { ...ORDER, address: { ...ORDER.address, geo: { lat: 'north', lng: 2 } } }),
    ['address.geo.lat is \\"north\\"'],
  ),
  corrected('a nested field too many', callOf('order', { ...ORDER, address: { ...ORDER.address, city: 'Paris' } }), [
    "there is no argument 'address.city'",
  ]),
  caseOf({
    name: 'objects in a list, twenty levels deep',
    rounds: [[callOf('store', { list: [tree(20)] })]],
    made: [{ id: 'store', input: { list: [tree(20)] } }],
    statuses: ['success'],
  }),
];

const names = [
  corrected('a misspelled name', callOf('wether', { city: 'Paris' }), ["There is no tool 'wether' here. Did you mean weather?"]),
  corrected('a name in other letters', callOf('Weather', { city: 'Paris' }), ["There is no tool 'Weather' here"]),
  corrected('a name with a prefix', callOf('functions.weather', { city: 'Paris' }), [
    "There is no tool 'functions.weather' here",
  ]),
  corrected('a name with spaces', callOf(' weather ', { city: 'Paris' }), ['There is no tool']),
  corrected('the name of a method of objects', callOf('constructor', {}), ["There is no tool 'constructor' here"]),
  corrected('the name __proto__', callOf('__proto__', {}), ["There is no tool '__proto__' here"]),
  corrected('a name of ten thousand letters', callOf('w'.repeat(10_000), {}), ["There is no tool 'wwww"]),
  corrected('a tool that exists and was not offered', callOf('erase', {}), ["There is no tool 'erase' here"]),
  ...PROVIDERS.slice(1).map((provider) =>
    corrected(`a misspelled name (${provider})`, callOf('wether', { city: 'Paris' }), ['Did you mean weather?'], { provider }),
  ),
  caseOf({
    name: 'the name in another language',
    rounds: [[callOf('天气', { city: 'Paris' })]],
    made: [weather('Paris')],
    statuses: ['success'],
  }),
];

const made = { id: 'calendar.create', input: { ...MEETING, guests: [] } };
const dots = [
  ...everywhere({
    name: 'a tool with a dot in its name',
    offered: ['calendar.create', 'weather'],
    rounds: [[callOf(0, MEETING)]],
    made: [made],
    statuses: ['success'],
  }),
  caseOf({
    name: 'a tool with a dot, called by its id',
    offered: ['calendar.create', 'weather'],
    rounds: [[callOf('calendar.create', MEETING)]],
    made: [made],
    statuses: ['success'],
  }),
  caseOf({
    name: 'a tool with a dot, called wrongly and then rightly',
    offered: ['calendar.create', 'weather'],
    rounds: [[callOf(0, { title: 'Tea', when: { at: 'noon' } })], [callOf(0, MEETING)]],
    made: [made],
    statuses: ['invalid', 'success'],
    hints: ['when.at'],
  }),
];

const malformed = [
  ['cut off', '{"city": '],
  ['cut off in a string', '{"city": "Par'],
  ['names without quotes', '{city: "Paris"}'],
  ['single quotes', "{'city': 'Paris'}"],
  ['a comma too many', '{"city": "Paris",}'],
  ['two objects', '{"city":"Paris"}{"city":"Rome"}'],
  ['words', 'Paris, please'],
  ['a fence around it', '```json\n{"city":"Paris"}\n```'],
  ['a number that JSON lacks', '{"city": NaN}'],
  ['a control character', '{"city": "Par\u0001is"}'],
].map(([what = '', text = '']) => corrected(`arguments that are not JSON: ${what}`, callOf('weather', text), ['weather']));

const malformedElsewhere = PROVIDERS.slice(1, 3).map((provider) =>
  corrected(`arguments that are not JSON (${provider})`, callOf('weather', '{"city": '), ['weather'], { provider }),
);

const invalid = [
  ['a list', '[]', 'have to be one object, not a list'],
  ['a text', '"Paris"', 'have to be one object'],
  ['null', 'null', 'have to be one object'],
  ['nothing', '', 'city'],
  ['an argument missing', '{}', 'city'],
  ['an argument of the wrong type', '{"city": 5}', 'city is 5'],
  ['a choice that is not there', '{"city":"Paris","unit":"kelvin"}', 'unit is \\"kelvin\\"'],
  ['a number out of range', '{"city":"Paris","days":15}', 'days is 15'],
  ['a misspelled argument', '{"citty":"Paris"}', 'did you mean city?'],
  [
    'fifty arguments too many',
    JSON.stringify(Object.fromEntries(cities.concat(...Array.from({ length: 45 }, (_, i) => `a${i}`)).map((name) => [name, 1]))),
    'and ',
  ],
  ['the argument __proto__', '{"city":"Paris","__proto__":{"admin":true}}', 'weather: '],
  ['arguments nested too deeply', `{"city":"Paris","x":${'['.repeat(5000)}${']'.repeat(5000)}}`, 'weather'],
].map(([what = '', text = '', hints = '']) => corrected(`invalid: ${what}`, callOf('weather', text), [hints]));

const lenient = [
  caseOf({
    name: 'null for an argument that is left out',
    rounds: [[callOf('weather', { city: 'Paris', unit: null, days: null })]],
    made: [weather('Paris')],
    statuses: ['success'],
  }),
];

const irrelevantTools = [
  caseOf({
    name: 'one of thirty-one tools',
    offered: [...irrelevantIds, 'weather'],
    rounds: [[paris]],
    made: [weather('Paris')],
    statuses: ['success'],
  }),
  caseOf({ name: 'no tool where none is needed', offered: irrelevantIds, rounds: [], made: [], statuses: [] }),
  caseOf({
    name: 'an irrelevant tool that is called is called, and nothing else',
    offered: [...irrelevantIds, 'weather'],
    rounds: [[callOf('lookup_3', { key: 'Paris' })], [paris]],
    made: [{ id: 'lookup_3', input: { key: 'Paris' } }, weather('Paris')],
    statuses: ['success', 'success'],
  }),
  caseOf({
    name: 'a call where no tool was offered is not made',
    offered: [],
    rounds: [],
    made: [],
    statuses: [],
  }),
];

const ids = [
  caseOf({
    name: 'one id for two calls of an answer',
    rounds: [[callOf('weather', { city: 'Paris' }, 'same'), callOf('weather', { city: 'Rome' }, 'same')]],
    made: [weather('Paris'), weather('Rome')],
    statuses: ['success', 'success'],
  }),
  caseOf({
    name: 'one id for calls of three answers',
    rounds: [
      [callOf('weather', { city: 'Paris' }, 'a')],
      [callOf('weather', { city: 'Rome' }, 'a')],
      [callOf('weather', { city: 'Oslo' }, 'a')],
    ],
    made: [weather('Paris'), weather('Rome'), weather('Oslo')],
    statuses: ['success', 'success', 'success'],
  }),
  caseOf({
    name: 'an id that looks like one of ours',
    rounds: [
      [
        callOf('weather', { city: 'Paris' }, 'x'),
        callOf('weather', { city: 'Rome' }, 'x'),
        callOf('weather', { city: 'Oslo' }, 'x#2'),
      ],
    ],
    made: [weather('Paris'), weather('Rome'), weather('Oslo')],
    statuses: ['success', 'success', 'success'],
  }),
  caseOf({
    name: 'the same call twice, under two ids',
    rounds: [[callOf('weather', { city: 'Paris' }, 'a'), callOf('weather', { city: 'Paris' }, 'b')]],
    made: [weather('Paris'), weather('Paris')],
    statuses: ['success', 'success'],
  }),
  caseOf({
    name: 'an id of ten thousand letters',
    rounds: [[callOf('weather', { city: 'Paris' }, 'i'.repeat(10_000))]],
    made: [weather('Paris')],
    statuses: ['success'],
  }),
];

const large = [
  ...everywhere({
    name: 'a text of 1 MB',
    rounds: [[callOf('store', { text: megabyte })]],
    made: [{ id: 'store', input: { text: megabyte } }],
    statuses: ['success'],
  }),
  caseOf({
    name: 'a list of fifty thousand items',
    rounds: [[callOf('store', { list: Array.from({ length: 50_000 }, (_, index) => ({ n: index })) })]],
    made: [{ id: 'store', input: { list: Array.from({ length: 50_000 }, (_, index) => ({ n: index })) } }],
    statuses: ['success'],
  }),
  corrected('10 kB in an argument that is not there', callOf('store', { texts: 'x'.repeat(10_000) }), ['did you mean text?']),
  corrected('1 MB of arguments that are not JSON', callOf('weather', `{"city": "${megabyte}`), ['weather']),
];

const failures = [
  caseOf({
    name: 'a tool that fails, and another one',
    offered: ['failing', 'weather'],
    rounds: [[callOf('failing', {})], [paris]],
    made: [{ id: 'failing', input: {} }, weather('Paris')],
    statuses: ['error', 'success'],
    hints: ['failing failed: the service answered 500'],
  }),
  caseOf({
    name: 'a tool that never ends, and another one',
    offered: ['hanging', 'weather'],
    rounds: [[callOf('hanging', {}), paris]],
    made: [{ id: 'hanging', input: {} }, weather('Paris')],
    statuses: ['error', 'success'],
    hints: ['hanging did not finish within 50 ms'],
  }),
  caseOf({
    name: 'a fixed argument is added',
    offered: [{ tool: 'weather', name: 'weather_here', with: { city: 'Paris' } }],
    rounds: [[callOf('weather_here', {})]],
    made: [weather('Paris')],
    statuses: ['success'],
  }),
  caseOf({
    name: 'a fixed argument cannot be changed',
    offered: [{ tool: 'weather', name: 'weather_here', with: { city: 'Paris' } }],
    rounds: [[callOf('weather_here', { city: 'Rome' })], [callOf('weather_here', {})]],
    made: [weather('Paris')],
    statuses: ['invalid', 'success'],
    hints: ["there is no argument 'city'"],
  }),
];

export const toolCases: readonly ToolCase[] = [
  single,
  parallel,
  mixed,
  nested,
  names,
  dots,
  malformed,
  malformedElsewhere,
  invalid,
  lenient,
  irrelevantTools,
  ids,
  large,
  failures,
].flat();
