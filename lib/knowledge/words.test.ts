import { expect, test } from 'vitest';
import { fuseRanks } from './fuse-ranks.ts';
import { questionWordsOf, toWordVector, wordsOf } from './words.ts';

test('a word is found in another form, without accents and case', () => {
  expect(wordsOf('Refunded refunds')).toEqual(['refund', 'refund']);
  expect(wordsOf('How long does the Rückerstattung take?')).toEqual(['long', 'ruckerstattung', 'take']);
});

test('Chinese is characters and pairs of them, next to Latin words and numbers', () => {
  expect(wordsOf('退款政策：iPhone15 保修2年')).toEqual([
    ...['退', '款', '政', '策', '退款', '款政', '政策'],
    'iphone15',
    ...['保', '修', '保修'],
    '2',
    '年',
  ]);
});

/** Words of a question that a text has. */
const found = (text: string, question: string) => {
  const { vector } = toWordVector({ headings: '', text });
  const words = new Set(Array.from(vector.matchAll(/'((?:[^']|'')*)':/g), ([, word]) => word));
  return questionWordsOf(question).filter((word) => words.has(word));
};

test.each([
  ['Thai', 'ลูกค้าสามารถขอคืนเงินได้ภายในสามสิบวันหลังจากได้รับสินค้า', 'คืนเงิน', 'ประกัน'],
  ['Khmer', 'អតិថិជនអាចស្នើសុំសំណងវិញក្នុងរយៈពេលសាមសិបថ្ងៃ', 'សំណង', 'ខ្មែរ'],
  ['Khmer, of a word that the dictionary has in a longer one', 'នេះជាភាសាខ្មែរ', 'ខ្មែរ', 'សំណង'],
  ['Lao', 'ລູກຄ້າສາມາດຂໍເງິນຄືນໄດ້ພາຍໃນສາມສິບວັນ', 'ເງິນຄືນ', 'ອາຫານ'],
  ['Burmese', 'ဝယ်ယူသူများသည် ရက်သုံးဆယ်အတွင်း ငွေပြန်အမ်းရန် တောင်းဆိုနိုင်သည်', 'ငွေပြန်အမ်း', 'အာမခံ'],
  ['Japanese', 'サーバーの設定を変更する方法', 'サーバー', 'キーボ'],
  ['German ß', 'Die Straße ist gesperrt', 'Strasse', 'Gasse'],
  ['German ss', 'Die Strasse ist gesperrt', 'Straße', 'Gasse'],
  ['German forms', 'Straße, Rückerstattung', 'Rückerstattungen', 'Lieferungen'],
  [
    'German forms in sentences',
    'Die Kunden bekommen nach der Bestellung ihre Rückerstattung.',
    'Wie lange dauern Rückerstattungen?',
    'Lieferungen',
  ],
  ['French', 'Le remboursement est fait dans les trente jours.', 'remboursements', 'livraisons'],
  ['Spanish', 'Los clientes pueden pedir la devolución en un plazo de treinta días.', 'devoluciones', 'garantía'],
  ['Italian', 'Il rimborso della spesa non è previsto per gli acquisti.', 'rimborsi', 'consegna'],
  ['Dutch', 'De klant krijgt de terugbetalingen niet op zijn rekening.', 'terugbetaling', 'levering'],
  ['Russian', 'Возврат товара возможен в течение тридцати дней', 'условия возврата', 'доставка'],
  ['Russian ё', 'Учёт расходов', 'учет', 'доставка'],
  ['Ukrainian', 'Повернення коштів і товарів', 'кошти', 'доставка'],
  ['Greek', 'Η επιστροφή χρημάτων γίνεται', 'επιστροφές', 'παράδοση'],
  ['Polish ł', 'Zwrot pieniędzy w Łodzi', 'Lodzi', 'dostawa'],
  ['emoji', 'Party 🎉 with 👩‍💻 in 🇩🇪', '🎉', '🚀'],
  ['flags', 'Party 🎉 with 👩‍💻 in 🇩🇪', '🇩🇪', '🇪🇩'],
  ['parts of emoji', 'Party 🎉 with 👩🏽‍💻', '👩', '🚀'],
  ['full width', 'ＡＢＣ１２３の製品', 'abc123', 'abc124'],
])('%s is found', (_, text, question, other) => {
  expect(found(text, question)).not.toEqual([]);
  expect(found(text, other)).toEqual([]);
});

test('texts of earlier builds are found by the words that those stored', () => {
  expect(questionWordsOf('Straße')).toEqual(expect.arrayContaining(['strass', 'straße']));
  expect(questionWordsOf('возврата')).toEqual(expect.arrayContaining(['возврат', 'возврата']));
  expect(questionWordsOf('How do refunds work?')).toEqual(['refund', 'work']);
});

test.each([
  ['one word with an accent', 'Shipping by Café Central, 30 days'],
  ['the same name in every line', 'Müller 12 shipping\nMüller 14 shipping\nMüller 9 shipping'],
  ['a name that English sentences repeat', 'Müller does the shipping of the Müller pumps. Müller delivers. Müller bills.'],
])('the stems of a text are English in spite of %s', (_, text) => {
  const { vector } = toWordVector({ headings: '', text });
  expect(vector).toContain("'ship':");
});

test('a short text is in the language that two different words tell', () => {
  const { vector } = toWordVector({ headings: '', text: 'Kühlflüssigkeiten, Überläufe, Behälterdeckel' });
  expect(vector).toContain("'kuhlfluss':");
});

test('a long text without common words of a language is read as before', () => {
  expect(toWordVector({ headings: '', text: 'Acme Widget Garantie 500' }).vector).toBe("'acm':1 'widget':2 'garanti':3 '500':4");
});

test('words that are in every question are left out', () => {
  expect(wordsOf('What is it that you would do?')).toEqual([]);
  expect(wordsOf('可以吗')).toEqual(['以吗']);
});

test('a vector is a literal of PostgreSQL, whatever the text contains', () => {
  expect(toWordVector({ headings: 'Returns', text: "it's C:\\dir 'x" })).toEqual({
    vector: "'return':1A 's':2 'c':3 'dir':4 'x':5",
    count: 5,
  });
});

test('what two lists rank high comes before what one ranks first', () => {
  const fused = fuseRanks([
    ['a', 'b', 'c'],
    ['d', 'b', 'a'],
  ]);
  expect(fused.map(({ id }) => id)).toEqual(['a', 'b', 'd', 'c']);
  expect(fuseRanks([['a'], ['a']])).toEqual([{ id: 'a', score: 1 }]);
});
