import { brotliCompressSync, deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { isExactNumber } from '#lib/json/exact-numbers.ts';
import { startApi } from '#tests/support/api-server.ts';
import { withDatabase } from '#tests/support/databases.ts';
import { callApi, publish } from '#tests/support/published-endpoint.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

const echo = {
  ...workflowOf(
    { start: ['start', { inputs: [{ name: 'got', type: 'json' }] }], end: ['end', { outputs: { got: '{{start.got}}' } }] },
    ['start -> end'],
  ),
  triggers: [
    {
      id: 'hook',
      type: 'webhook',
      version: 1,
      label: '',
      config: { auth: 'none', response: 'result', method: 'ANY' },
      inputs: { got: '{{= trigger }}' },
    },
  ],
};
const FORM = 'application/x-www-form-urlencoded';
const text = (content: string, charset: string) => new Uint8Array(iconv.encode(content, charset));
const JSON_TYPE = { 'content-type': 'application/json' };
const multipart = (...fields: [name: string, value: string | Uint8Array][]) =>
  new Uint8Array(
    Buffer.concat([
      ...fields.flatMap(([name, value]) => [
        Buffer.from(`--X\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`),
        Buffer.from(value as Uint8Array),
        Buffer.from('\r\n'),
      ]),
      Buffer.from('--X--\r\n'),
    ]),
  );
const long = 'Сумма договора составляет сорок два рубля. Просьба подтвердить.';

withDatabase('bodies of webhooks', (database) => {
  async function open() {
    const api = await startApi(database());
    const { slug } = await publish(api.url, echo as never);
    return async (
      body: BodyInit | undefined,
      headers: Record<string, string> = {},
      { method = 'POST', query = '', path = '' }: { method?: string; query?: string; path?: string } = {},
    ) => {
      const address = `${api.url}/api/v1/hooks/${slug}/hook${path}${query}`;
      const answer = await fetch(address, { method, headers, ...(body !== undefined && { body }) });
      const answered = await answer.text();
      const { got, error } = (answered === '' ? {} : JSON.parse(answered)) as { got?: Record<string, unknown>; error?: unknown };
      const stored = async () => {
        const run = await callApi(`${api.url}/api/v1/runs/${answer.headers.get('x-run-id')}`);
        return [run.json.inputs, run.json.outputs] as { got: Record<string, unknown> }[];
      };
      return { status: answer.status, got, error, stored };
    };
  }

  test.each<[string, BodyInit, Record<string, string>, unknown]>([
    [
      'a form with repeated names',
      'color=red&color=blue&size%5B%5D=S&size%5B%5D=M&one=1',
      { 'content-type': FORM },
      { color: ['red', 'blue'], 'size[]': ['S', 'M'], one: '1' },
    ],
    ['a form in a declared charset', 'name=Jos%E9', { 'content-type': `${FORM}; charset=iso-8859-1` }, { name: 'José' }],
    [
      'a form whose bytes are not escaped',
      text('name=José', 'latin1'),
      { 'content-type': `${FORM}; charset=iso-8859-1` },
      { name: 'José' },
    ],
    [
      'JSON in a declared charset',
      text('{"name":"José"}', 'latin1'),
      { 'content-type': 'application/json; charset="ISO-8859-1"' },
      { name: 'José' },
    ],
    [
      'JSON in UTF-16 with a mark',
      text('\ufeff{"name":"你好"}', 'utf-16le'),
      { 'content-type': 'application/json' },
      { name: '你好' },
    ],
    [
      'XML in the charset that it declares',
      text('<?xml version="1.0" encoding="gbk"?><a>你好</a>', 'gbk'),
      { 'content-type': 'text/xml' },
      '<?xml version="1.0" encoding="gbk"?><a>你好</a>',
    ],
    [
      'a packed body',
      new Uint8Array(gzipSync('{"a":1}')),
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      { a: 1 },
    ],
    [
      'a body packed by Brotli',
      new Uint8Array(brotliCompressSync('a=1&a=2')),
      { 'content-type': FORM, 'content-encoding': 'br' },
      { a: ['1', '2'] },
    ],
    [
      'a body packed by deflate alone',
      new Uint8Array(deflateRawSync('{"a":1}')),
      { ...JSON_TYPE, 'content-encoding': 'deflate' },
      { a: 1 },
    ],
    [
      'a body packed by zstd',
      new Uint8Array(zstdCompressSync('{"a":1}')),
      { ...JSON_TYPE, 'content-encoding': 'zstd' },
      { a: 1 },
    ],
    [
      'a body packed twice',
      new Uint8Array(gzipSync(brotliCompressSync('{"a":1}'))),
      { ...JSON_TYPE, 'content-encoding': 'br, gzip' },
      { a: 1 },
    ],
    ['lines of JSON', '{"a":1}\n\r\n{"a":[2]}\n', { 'content-type': 'application/x-ndjson' }, [{ a: 1 }, { a: [2] }]],
    ['a report of a browser', '{"csp-report":{}}', { 'content-type': 'application/csp-report' }, { 'csp-report': {} }],
    ['JSON under its old name', '{"a":1}', { 'content-type': 'text/json; charset=utf-8' }, { a: 1 }],
    [
      'a multipart form that names its charset',
      multipart(['_charset_', 'gbk'], ['name', text('你好', 'gbk')]),
      { 'content-type': 'multipart/form-data; boundary=X' },
      { _charset_: 'gbk', name: '你好' },
    ],
    [
      'a multipart form whose part names its charset',
      text(
        '--X\r\nContent-Disposition: form-data; name="n"\r\nContent-Type: text/plain; charset=GBK\r\n\r\n你好\r\n--X--\r\n',
        'gbk',
      ),
      { 'content-type': 'multipart/form-data; boundary=X' },
      { n: '你好' },
    ],
  ])('%s arrives as it was meant', async (_, body, headers, expected) => {
    const send = await open();
    const { status, got } = await send(body, headers);
    expect([status, got?.body]).toEqual([200, expected]);
    expect(got).not.toHaveProperty('guessedCharset');
  });

  test('a text whose charset nothing names is read by a guess, which the event tells', async () => {
    const send = await open();
    const plain = await send(text(long, 'win1251'), { 'content-type': 'text/plain' });
    expect(plain.got).toMatchObject({ body: long, guessedCharset: 'windows-1251' });
    const form = multipart(['said', text(long, 'win1251')], ['more', text('é', 'utf-8')]);
    expect((await send(form, { 'content-type': 'multipart/form-data; boundary=X' })).got).toMatchObject({
      body: { said: long, more: 'é' },
      guessedCharset: 'windows-1251',
    });
    const escaped = Array.from(text(long, 'win1251'), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    expect((await send(`said=${escaped}`, { 'content-type': FORM })).got).toMatchObject({
      body: { said: long },
      guessedCharset: 'windows-1251',
    });
  });

  test('a multipart form is its fields, also without files; one with a file is refused with the way on', async () => {
    const send = await open();
    const form = new FormData();
    for (const [name, value] of [
      ['a', '1'],
      ['tag', 'x'],
      ['tag', 'y'],
    ] as const)
      form.append(name, value);
    form.append('none', new Blob([]), '');
    expect((await send(form)).got?.body).toEqual({ a: '1', tag: ['x', 'y'] });
    form.append('photo', new Blob(['abc']), 'a.png');
    expect(await send(form)).toMatchObject({ status: 415, error: { message: expect.stringContaining('Take files') } });
  });

  test('JSON in the only field of a form arrives as its fields, and the text stays', async () => {
    const send = await open();
    const bodyOf = async (form: Record<string, string>) => (await send(new URLSearchParams(form))).got?.body;
    const payload = '{"action":"opened","issue":{"id":12345678901234567890},"type":"block_actions"}';
    expect(await send(new URLSearchParams({ payload }))).toMatchObject({
      got: {
        body: { action: 'opened', issue: { id: '12345678901234567890' }, type: 'block_actions', payload },
        numbersAsText: ['body.issue.id'],
      },
    });
    expect(await bodyOf({ payload: '{"payload":1}' })).toEqual({ payload: 1 });
    for (const form of [{ payload: '{"a":1}', more: 'x' }, { payload: '[1]' }, { payload: '{not json' }, { payload: '' }])
      expect(await bodyOf(form as Record<string, string>)).toEqual(form);
  });

  test('numbers that a number does not hold are texts from the request to the outputs, and named', async () => {
    const send = await open();
    const { got } = await send('{"id":1234567890123456789,"items":[{"price":0.1234567890123456789},{"price":1.50}]}', {
      'content-type': 'application/json',
    });
    expect(got).toMatchObject({
      body: { id: '1234567890123456789', items: [{ price: '0.1234567890123456789' }, { price: 1.5 }] },
      numbersAsText: ['body.id', 'body.items[].price'],
    });
  });

  test('names that repeat and numbers of any size go in, out and into the store alike, in a query, a form and JSON', async () => {
    const send = await open();
    const name = fc.constantFrom('id', 'ids[]', 'a.b', 'é', 'constructor', 'toString', '');
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 24 });
    const number = fc
      .tuple(fc.constantFrom('', '-'), digits, fc.option(digits, { nil: '' }), fc.constantFrom('', 'e3', 'e-9', 'e200'))
      .map(([sign, whole, part, power]) => `${sign}${whole.replace(/^0+(?=.)/, '')}${part && `.${part}`}${power}`);
    const fields = fc.array(fc.tuple(name, fc.oneof(number, fc.string({ maxLength: 5 }))), { minLength: 1, maxLength: 6 });
    const members = fc.uniqueArray(fc.tuple(name, fc.array(number, { minLength: 1, maxLength: 3 })), {
      selector: ([key]) => key,
    });
    const grouped = (pairs: readonly (readonly [string, string])[]) =>
      [...Map.groupBy(pairs, ([key]) => key)].map(([key, all]) => [
        key,
        all.length > 1 ? all.map(([, one]) => one) : all[0]?.[1],
      ]);
    const held = (text: string) => (isExactNumber(text) ? Number(text) + 0 : text);
    const entries = (value: unknown) => Object.entries(value as object);
    await fc.assert(
      fc.asyncProperty(fields, fields, members, async (query, form, json) => {
        const inForm = await send(
          `${new URLSearchParams(form)}`,
          { 'content-type': FORM },
          { query: `?${new URLSearchParams(query)}` },
        );
        const text = `{${json.map(([key, values]) => `${JSON.stringify(key)}:[${values.join(',')}]`).join(',')}}`;
        const inJson = await send(text, { 'content-type': 'application/json' });
        const expected = json.map(([key, values]) => [key, values.map(held)]);
        expect([inForm.error, inJson.error]).toEqual([undefined, undefined]);
        for (const got of [inForm.got, ...(await inForm.stored()).map((one) => one.got)]) {
          expect(entries(got?.query)).toEqual(grouped(query));
          expect(entries(got?.body)).toEqual(grouped(form));
        }
        for (const got of [inJson.got, ...(await inJson.stored()).map((one) => one.got)])
          expect(entries(got?.body)).toEqual(expected);
      }),
      { numRuns: 12 },
    );
  });

  test('parameters of the address are lists where they come several times', async () => {
    const send = await open();
    const { got } = await send('{}', { 'content-type': 'application/json' }, { query: '?tag=a&tag=b&one=1&empty=' });
    expect(got?.query).toEqual({ tag: ['a', 'b'], one: '1', empty: '' });
  });

  test.each<[string, BodyInit, Record<string, string>, number]>([
    ['cut gzip', new Uint8Array(gzipSync('{"a":"long enough to be cut"}').subarray(0, 20)), { 'content-encoding': 'gzip' }, 400],
    ['a gzip that unpacks to too much', new Uint8Array(gzipSync(Buffer.alloc(6_000_000))), { 'content-encoding': 'gzip' }, 413],
    ['an encoding that is not read', 'x', { 'content-encoding': 'compress' }, 415],
    ['bytes that are not text', new Uint8Array([0x25, 0x50, 0x44, 0x46, 0xff, 0]), { 'content-type': 'application/pdf' }, 415],
    [
      'a charset that does not fit',
      new Uint8Array([0x22, 0xff, 0x22]),
      { 'content-type': 'application/json; charset=utf-8' },
      415,
    ],
    ['a name of prototypes in the address', '{}', { 'content-type': 'application/json', 'x-query': '?__proto__=1' }, 400],
  ])('%s is refused', async (_, body, { 'x-query': query = '', ...headers }, status) => {
    const send = await open();
    expect((await send(body, { 'content-type': 'application/json', ...headers }, { query })).status).toBe(status);
  });

  test('a slash at the end of the address makes no difference', async () => {
    const send = await open();
    const json = { 'content-type': 'application/json' };
    expect(await send('{"a":1}', json, { path: '/', query: '?b=2' })).toMatchObject({
      status: 200,
      got: { body: { a: 1 }, query: { b: '2' } },
    });
  });

  test('a HEAD request starts nothing', async () => {
    const send = await open();
    const runs = async () => (await database().pool.query('SELECT count(*)::int AS count FROM runs')).rows[0].count;
    const before = await runs();
    expect((await send(undefined, {}, { method: 'HEAD' })).status).toBe(405);
    expect((await send(undefined, {}, { method: 'GET' })).status).toBe(200);
    expect(await runs()).toBe(before + 1);
  });
});
