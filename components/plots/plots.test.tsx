import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Bars } from '#components/plots/bars.tsx';
import { heatStep, hottest } from '#components/plots/heat.tsx';
import { durationTick, plotFrame, stepUnder, textWidthPx } from '#components/plots/plot-frame.ts';
import { PlotLineProvider } from '#components/plots/plot-line.tsx';
import { PlotPanel } from '#components/plots/plot-panel.tsx';
import { fileName, toCsv } from '#components/plots/save-plot.ts';
import { Spans } from '#components/plots/spans.tsx';
import { TimePlot } from '#components/plots/time-plot.tsx';
import { PageWindow } from '#tests/support/mounted-part.tsx';

let page: PageWindow;

beforeAll(() => {
  page = new PageWindow('http://127.0.0.1');
});
afterEach(() => page.clear());
afterAll(() => page.close());

const steps = ['Mon', 'Tue', 'Wed'].map((label, index) => ({ tick: label, label, isBefore: false, isSoFar: index === 2 }));
const values = [3, 0, 5];
const series = [{ key: 'runs', name: 'Runs', colour: '--plot-1', values }];

function Sample({ id, onOpen = () => {} }: { id: string; onOpen?: (step: number) => void }) {
  return (
    <PlotPanel
      id={id}
      title={`Runs ${id}`}
      table={{ columns: ['Day', 'Runs'], rows: values.map((value, index) => [steps[index]?.label ?? '', value]) }}
    >
      <TimePlot
        label={`Runs ${id}`}
        steps={steps}
        most={5}
        heightPx={100}
        tickText={String}
        words={(step) => `${steps[step]?.label} ${values[step]}`}
        onOpen={onOpen}
      >
        {(frame) => <Bars frame={frame} steps={steps} series={series} soFarText="so far" />}
      </TimePlot>
    </PlotPanel>
  );
}

const slider = (id: string) => document.querySelector(`#plot-${id} [role=slider]`);
async function press(id: string, key: string) {
  slider(id)?.dispatchEvent(
    new (window as unknown as { KeyboardEvent: typeof KeyboardEvent }).KeyboardEvent('keydown', { key, bubbles: true }),
  );
  await new Promise((resolve) => setTimeout(resolve, 20));
}

test('arrow keys move one line through all plots, Enter opens the step, and D shows the table', async () => {
  const opened: number[] = [];
  await page.mount(
    <PlotLineProvider>
      <Sample id="a" onOpen={(step) => opened.push(step)} />
      <Sample id="b" />
    </PlotLineProvider>,
    'en',
  );
  expect(slider('a')?.getAttribute('aria-valuetext')).toBe('Wed 5');
  expect(document.querySelectorAll('[data-line]')).toHaveLength(0);
  await press('a', 'ArrowLeft');
  await press('a', 'ArrowLeft');
  expect([...document.querySelectorAll('[data-line]')].map((line) => line.getAttribute('data-line'))).toEqual(['Tue', 'Tue']);
  expect(slider('b')?.getAttribute('aria-valuetext')).toBe('Tue 0');
  await press('b', 'Home');
  await press('a', 'Enter');
  expect(opened).toEqual([0]);
  expect(document.querySelector('#plot-a')?.textContent).toContain('so far');
  await press('a', 'd');
  expect(document.querySelector('#plot-a table')?.textContent).toContain('Mon3Tue0Wed5');
  expect(document.querySelector('#plot-b table')).toBeNull();
});

test('what is not over says so beside a bar that reaches the top, where the legend is', async () => {
  await page.mount(
    <PlotLineProvider>
      <Sample id="a" />
    </PlotLineProvider>,
    'en',
  );
  const text = [...document.querySelectorAll('#plot-a text')].find(({ textContent }) => textContent === 'so far');
  expect(text?.getAttribute('text-anchor')).toBe('end');
  expect(Number(text?.getAttribute('y'))).toBeGreaterThan(8);
});

test('ticks of wide characters have twice the room', () => {
  expect(textWidthPx('18日周三')).toBeCloseTo(textWidthPx('18') + 2 * textWidthPx('abc'));
});

test('a pointer is over the step whose column it is in, and the scale ends at a round number', () => {
  const frame = plotFrame({
    widthPx: 340,
    heightPx: 100,
    insets: { left: 30, right: 10, top: 5, bottom: 15 },
    steps: 3,
    most: 347,
  });
  expect([-5, 31, 129, 131, 400].map((x) => stepUnder(frame, x, 3))).toEqual([0, 0, 0, 1, 2]);
  expect(frame.ticks).toEqual([0, 100, 200, 300, 400]);
  expect(frame.y(400)).toBe(5);
  expect(frame.x(1)).toBe(180);
});

test('heat has six steps, of which the first is for none', () => {
  expect([0, 1, 8, 9, 43].map((value) => heatStep(value, 43))).toEqual([0, 1, 1, 2, 5]);
  expect(
    hottest([
      [0, null],
      [7, 3],
    ]),
  ).toMatchObject({ row: 1, column: 0, value: 7 });
  expect(hottest([[0, null]])).toBeUndefined();
});

test('a table is exported so that no sheet calculates its texts', () => {
  const csv = toCsv({
    columns: ['Node', 'ms'],
    rows: [
      ['=1+1', 2.5],
      ['say "hi"', null],
    ],
  });
  expect(csv).toBe(`"Node","ms"\r\n"'=1+1",2.5\r\n"say ""hi""",\r\n`);
  expect([fileName('Runs by outcome'), fileName('按结果的运行'), fileName('/')]).toEqual([
    'runs-by-outcome',
    '按结果的运行',
    'plot',
  ]);
});

test('texts below the bars of nodes have room, however long they are', async () => {
  Object.defineProperty(window.HTMLElement.prototype, 'clientWidth', { get: () => 380, configurable: true });
  const rows = [{ id: 'a', name: 'Answer', from: 900, to: 1120, text: '0.9 s / 1.12 s' }];
  for (const tickText of [String, durationTick, (value: number) => `${value} milliseconds`]) {
    const main = await page.mount(<Spans label="Nodes" rows={rows} heightPx={180} tickText={tickText} onOpen={() => {}} />, 'en');
    const texts = [...main.querySelectorAll('svg text[text-anchor=middle]')]
      .map((text) => ({ x: Number(text.getAttribute('x')), width: textWidthPx(text.textContent ?? '') }))
      .filter(({ width }) => width > 0);
    expect(texts.length).toBeGreaterThan(1);
    for (const [index, { x, width }] of texts.slice(1).entries()) {
      const before = texts[index] as (typeof texts)[number];
      expect(x - width / 2).toBeGreaterThan(before.x + before.width / 2);
    }
  }
});
