import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { stemmer as ukrainian } from '@orama/stemmers/ukrainian';
import { stemmer as english } from 'stemmer';

type Stemmer = (word: string) => string;
type Language = {
  readonly stem: Stemmer;
  /** Words that are in every text of it, and in few of the others. */
  readonly common: string;
  /** Letters that few of the others have. */
  readonly letters: string;
};

/** Of the Latin script. */
const languages = {
  en: {
    stem: english,
    common: `the of and to is are was were that with for this which you from by be not have it how do does what when where who why can
      my your we our will would has an at on in as they`,
    letters: '',
  },
  de: {
    stem: german,
    common: 'der die das und ist nicht ein eine mit für auf dem den des von zu wird werden sich auch wie ich sie wir bei nach im',
    letters: 'ßäöü',
  },
  fr: {
    stem: french,
    common: 'le la les des et est dans une un du que qui pour pas sur avec vous nous au aux ce cette sont ou je comment',
    letters: 'çœèêëùûîïÿàé',
  },
  es: {
    stem: spanish,
    common: 'el la los las de y en que es un una por con para del se no al como más su cómo qué está son',
    letters: 'ñáíóú',
  },
  it: {
    stem: italian,
    common: 'il lo la gli le di e è che un una per con non del della dei sono si nel alla come più anche questo',
    letters: 'òìàèù',
  },
  pt: {
    stem: portuguese,
    common: 'o a os as de e é que um uma por com para do da dos das não se no na em mais como são você',
    letters: 'ãõçáíóúâê',
  },
  nl: {
    stem: dutch,
    common: 'de het een en van is dat niet met voor op te zijn aan er ook als bij naar wordt om ik je wij hoe',
    letters: '',
  },
  sv: { stem: swedish, common: 'och att det som en är på för av med den till inte om ett har jag hur kan från', letters: 'åäö' },
  da: { stem: danish, common: 'og at det som en er på for af med den til ikke om et har jeg hvordan kan fra', letters: 'æøå' },
  no: { stem: norwegian, common: 'og å det som en er på for av med den til ikke om et har jeg hvordan kan fra', letters: 'æøå' },
  fi: { stem: finnish, common: 'ja on ei se että joka ovat oli myös kun mutta tai jos voi miten mitä tämä', letters: 'äö' },
  hu: { stem: hungarian, common: 'a az és hogy nem egy is van meg ez de csak vagy el ha hogyan lehet', letters: 'őűáéíóöúü' },
  ro: { stem: romanian, common: 'și în de la cu pe nu este care un o din pentru sunt mai că sau ce cum', letters: 'șțăâî' },
  tr: { stem: turkish, common: 've bir bu için ile da de ne mi çok daha olarak gibi var nasıl değil', letters: 'ğışçöü' },
} as const satisfies Readonly<Record<string, Language>>;
export type LatinLanguage = keyof typeof languages;

const NAMES = Object.keys(languages) as LatinLanguage[];
/** Languages in which a word is common, and those with a letter. */
const COMMON = namesBy((name) => languages[name].common.split(/\s+/));
const LETTERS = namesBy((name) => [...languages[name].letters]);
/** A letter says more than a word. */
const LETTER_HITS = 2;
const LATIN_WORD = /[\p{Script=Latin}\p{M}]+/gu;
/** Enough to tell its language. */
const SAMPLE_CHARS = 2000;

function namesBy(partsOf: (name: LatinLanguage) => readonly string[]): ReadonlyMap<string, readonly LatinLanguage[]> {
  const pairs = NAMES.flatMap((name) => [...new Set(partsOf(name))].map((part) => ({ part, name })));
  return new Map([...Map.groupBy(pairs, ({ part }) => part)].map(([part, of]) => [part, of.map(({ name }) => name)]));
}

/**
 * The languages of a text in the Latin script that fit best, by its common words and letters; none where fewer than
 * `minWords` different words tell it: a name or a foreign word is in texts of any language, however often.
 */
export function latinLanguagesOf(text: string, minWords: number): LatinLanguage[] {
  const hits = new Map<LatinLanguage, { points: number; readonly words: Set<string> }>();
  const count = (word: string, names: readonly LatinLanguage[] = [], points = 1) => {
    for (const name of names) {
      const hit = hits.get(name) ?? { points: 0, words: new Set() };
      hits.set(name, hit);
      if (points > 1 && hit.words.has(word)) continue;
      hit.points += points;
      hit.words.add(word);
    }
  };
  const sample = text.slice(0, SAMPLE_CHARS).normalize('NFC').toLowerCase();
  for (const [word] of sample.matchAll(LATIN_WORD)) {
    count(word, LETTERS.get([...word].find((letter) => LETTERS.has(letter)) ?? ''), LETTER_HITS);
    count(word, COMMON.get(word));
  }
  const likely = [...hits].filter(([, { words }]) => words.size >= minWords);
  const most = Math.max(0, ...likely.map(([, { points }]) => points));
  return NAMES.filter((name) => likely.some(([other, { points }]) => other === name && points === most));
}

/** The stem of a Latin word in a language, without accents. @param word in lower case */
export function latinStem(word: string, language: LatinLanguage): string {
  return languages[language].stem(word);
}

/** All but English. */
export const otherLatinLanguages: readonly LatinLanguage[] = NAMES.filter((name) => name !== 'en');

/** The stem of a word in a script that tells its language, more or less; undefined for other scripts. */
export function stemByScript(word: string): string | undefined {
  if (/^\p{Script=Cyrillic}+$/u.test(word)) return /[іїєґ]/.test(word) ? ukrainian(word) : russian(word.replaceAll('ё', 'е'));
  if (/^\p{Script=Greek}+$/u.test(word)) return greek(word);
  if (/^\p{Script=Arabic}+$/u.test(word)) return arabic(word);
  return undefined;
}
