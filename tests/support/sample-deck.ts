import { deckSchema } from '#lib/slides/deck.ts';

/** Every layout and every part of a slide, in two languages. */
export const sampleDeck = deckSchema.parse({
  title: '城市自行车 City bikes',
  template: 'business',
  slides: [
    { layout: 'cover', title: '城市自行车共享：三年回顾', subtitle: 'Three years of shared bikes', notes: 'Welcome. 欢迎。' },
    { layout: 'section', title: 'Where we are today', subtitle: 'Numbers of 2023 to 2026' },
    {
      title: '骑行次数三年翻了一番',
      bullets: ['工作日的骑行占全部的三分之二。', 'Rides on workdays', '  Most between 7 and 9'],
      chart: {
        type: 'column',
        categories: ['2023', '2024', '2025'],
        series: [
          { name: '工作日', values: [120, 160, 210] },
          { name: 'Weekend', values: [60, 75, 98] },
        ],
        unit: 'k',
      },
      notes: 'Say that it doubled.',
    },
    {
      title: 'Stations by district',
      table: {
        columns: ['District', '车站', 'Note'],
        rows: [
          ['城东', 42, '两处新建'],
          ['West', 37, null],
        ],
      },
    },
    {
      layout: 'two-columns',
      title: 'What works, what does not',
      columns: [
        { heading: '优点', bullets: ['车站密集'] },
        { heading: 'To improve', bullets: ['Repairs take four days'] },
      ],
    },
    { layout: 'quote', title: 'A rider', quote: { text: 'I sold my car.', by: 'Li Wei' } },
    {
      title: 'Share of trips',
      chart: { type: 'doughnut', categories: ['Work', 'School'], series: [{ name: 'Trips', values: [70, 30] }] },
    },
    { title: 'A station', image: { file: 'station.png', alt: 'A station in rain' }, bullets: ['Next to the river'] },
    { layout: 'closing', title: '谢谢 Thank you', subtitle: 'bikes@example.org' },
  ],
});
