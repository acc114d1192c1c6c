import { expect, test } from 'vitest';
import { likelyDelimiter } from './delimiter.ts';

test.each([
  ['a comma', ',', 'name,city\nAda,London\nBob,Paris\n'],
  ['quoted commas', ';', '"A, B, C";"x, y"\n"D, E";"z"\n'],
  ['names over quoted commas', ';', 'name;note\n"A, B, C, D";"x, y, z"\n"E, F, G";"1, 2, 3"\n'],
  ['decimal commas', ';', 'x;y\n1,5;2,5\n3,5;4,5\n'],
  ['decimal commas without names', ';', '1,5;2,5\n3,25;4,75\n'],
  ['bars within a text', ',', 'id,tags\n1,a|b|c\n2,d|e|f\n3,g|h|i\n'],
  ['semicolons within a text', ',', 'id,list\n1,a;b;c\n2,d;e\n3,f;g;h;i\n'],
  ['tabs', '\t', 'name\tnote\nAda\tone, two, three\nBob\tfour, five\n'],
  ['bars', '|', 'name|price|note\nAda|1,50|a, b\nBob|2,25|c, d\n'],
  ['dates and amounts', ';', 'Datum;Betrag;Text\n03.11.2026;1.234,56;Müller, Meier\n04.11.2026;-7,10;Schulz\n'],
  ['a sentence in each row', ';', 'id;text\n1;Well, it is so, and so on, and on\n2;No, never\n3;Yes, always, I think\n'],
  ['Chinese names', ',', '城市,数\n上海,1\n北京,2\n'],
  ['one column', ',', 'name\nAda\nBob\n'],
  ['nothing', ',', ''],
  ['a quoted cell with lines', ',', 'id,text\n1,"first; line\nsecond; line"\n2,"x; y"\n'],
])('of rows with %s the delimiter is %j', (_, delimiter, text) => {
  expect(likelyDelimiter(text)).toBe(delimiter);
});

test('a sample that ends within a quoted cell is used up to it', () => {
  expect(likelyDelimiter(`a;b\n1,5;2\n${'2,5;"x"\n'.repeat(20)}3;"${'long, '.repeat(40_000)}`)).toBe(';');
});
