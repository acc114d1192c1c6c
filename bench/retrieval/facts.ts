/**
 * What the documents say and the questions ask for, without any sentence: documents.ts and questions.ts
 * word it, each for itself. Values are numbers that a fixed sequence gives.
 */
export type Language = 'en' | 'zh';
export type Subject = {
  readonly language: Language;
  readonly kind: string;
  /** Unique among all. */
  readonly name: string;
  readonly place: string;
};
/** A fact of a subject: `fact` of its kind, with a value. */
export type Fact = { readonly subject: Subject; readonly fact: string; readonly value: number };

const KINDS = {
  en: {
    appliance: ['warranty', 'noise', 'filter', 'spare', 'load', 'energy'],
    museum: ['hours', 'ticket', 'locker', 'photo', 'guide', 'school'],
    policy: ['leave', 'expense', 'remote', 'notice', 'training', 'parental'],
    service: ['restart', 'backup', 'quota', 'oncall', 'latency', 'retention'],
    trail: ['length', 'climb', 'water', 'season', 'parking', 'hut'],
  },
  zh: {
    appliance: ['warranty', 'noise', 'filter', 'spare', 'load', 'energy'],
    museum: ['hours', 'ticket', 'locker', 'photo', 'guide', 'school'],
    policy: ['leave', 'expense', 'remote', 'notice', 'training', 'parental'],
    clinic: ['register', 'result', 'fasting', 'visit', 'deposit', 'parking'],
    course: ['credits', 'homework', 'exam', 'absence', 'group', 'office'],
  },
} as const;

const SUBJECTS_OF_KIND = 30;

const NAMES: Readonly<Record<Language, readonly string[]>> = {
  en: `Norvik Alda Brent Corvo Delmar Eskil Farrow Gantry Hollis Imber Jarrow Kestrel Lomond Marlow Nesta Orrin Pembury Quill Rowan Selby Tarn
    Ulver Varga Wexley Yarrow Zennor Ashby Bexhill Calder Dunmore`.split(/\s+/),
  zh: '云岭 青禾 北辰 南屏 东篱 西塘 锦溪 白鹭 松涛 兰台 明湖 望江 朝阳 紫金 龙泉 凤鸣 玉泉 清波 银杏 梧桐 碧海 蓝田 红枫 金沙 翠微 星河 长亭 古槐 竹影 荷塘'.split(
    ' ',
  ),
};
const PLACES: Readonly<Record<Language, readonly string[]>> = {
  en: 'Tampere Bergen Porto Graz Ghent Lodz Turku Aarhus Leeds Cork'.split(' '),
  zh: '杭州 成都 西安 厦门 长沙 昆明 青岛 苏州 合肥 南宁'.split(' '),
};

export function allSubjects(): Subject[] {
  return (['en', 'zh'] as const).flatMap((language) =>
    Object.keys(KINDS[language]).flatMap((kind, kindIndex) =>
      Array.from({ length: SUBJECTS_OF_KIND }, (_, index) => ({
        language,
        kind,
        name: nameOf(language, kind, index),
        place: PLACES[language][(index * 3 + kindIndex) % 10] as string,
      })),
    ),
  );
}

const SUFFIXES: Readonly<Record<Language, Readonly<Record<string, readonly string[]>>>> = {
  en: {
    appliance: ['D30 dishwasher', 'W7 washing machine', 'F12 freezer'],
    museum: ['Museum of Glass', 'Maritime Museum', 'Textile Museum'],
    policy: ['Logistics', 'Publishing', 'Robotics'],
    service: ['billing service', 'search service', 'mail gateway'],
    trail: ['Ridge Trail', 'Lake Loop', 'Forest Path'],
  },
  zh: {
    appliance: ['洗碗机', '洗衣机', '冷柜'],
    museum: ['玻璃博物馆', '航海博物馆', '丝绸博物馆'],
    policy: ['物流公司', '出版社', '机器人公司'],
    clinic: ['社区医院', '口腔诊所', '眼科中心'],
    course: ['统计学', '编译原理', '艺术史'],
  },
};

function nameOf(language: Language, kind: string, index: number): string {
  const name = NAMES[language][index] as string;
  const suffix = SUFFIXES[language][kind]?.[index % 3] as string;
  return language === 'en' ? `${name} ${suffix}` : `${name}${suffix}`;
}

export function factsOf(subject: Subject): Fact[] {
  const { language, kind, name } = subject;
  const facts = KINDS[language][kind as never] as readonly string[];
  return facts.map((fact, index) => ({ subject, fact, value: 2 + (hashOf(`${name} ${fact}`) % (19 + index * 4)) }));
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}
