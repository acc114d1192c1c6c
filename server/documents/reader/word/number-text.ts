const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];
const CHINESE_DIGITS = '〇一二三四五六七八九';
const CHINESE_UNITS = ['', '十', '百', '千'];
const MAX_NUMBER = 100_000;

/** A number of a list as its format prints it; formats that are not known print digits. */
export function numberText(value: number, format: string): string {
  if (!Number.isInteger(value) || value < 0 || value > MAX_NUMBER) return String(value);
  switch (format) {
    case 'none':
      return '';
    case 'decimalZero':
      return String(value).padStart(2, '0');
    case 'lowerLetter':
      return letters(value);
    case 'upperLetter':
      return letters(value).toUpperCase();
    case 'lowerRoman':
      return roman(value);
    case 'upperRoman':
      return roman(value).toUpperCase();
    case 'decimalEnclosedCircle':
      return value >= 1 && value <= 20 ? String.fromCodePoint(0x2460 + value - 1) : String(value);
    case 'chineseCounting':
    case 'chineseCountingThousand':
    case 'taiwaneseCounting':
    case 'taiwaneseCountingThousand':
    case 'japaneseCounting':
    case 'ideographDigital':
      return value < 10_000 ? chinese(value) : String(value);
    default:
      return String(value);
  }
}

/** a to z, then aa, bb as Word counts. */
function letters(value: number): string {
  if (value === 0) return '';
  const letter = String.fromCodePoint(97 + ((value - 1) % 26));
  return letter.repeat(Math.min(20, Math.ceil(value / 26)));
}

function roman(value: number): string {
  let left = Math.min(value, 9999);
  let text = '';
  for (const [worth, sign] of ROMAN)
    while (left >= worth) {
      text += sign;
      left -= worth;
    }
  return text;
}

function chinese(value: number): string {
  if (value < 10) return CHINESE_DIGITS[value] ?? '';
  const digits = [...String(value)].map(Number);
  const text = digits.map((digit, index) =>
    digit === 0 ? '〇' : `${CHINESE_DIGITS[digit]}${CHINESE_UNITS[digits.length - 1 - index]}`,
  );
  return text.join('').replaceAll(/〇+/g, '〇').replace(/〇$/, '').replace(/^一十/, '十');
}
