import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WholeMessages } from './whole-messages.ts';

const ENCRYPTION_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const startup = () => {
  const parameters = Buffer.from('user\0postgres\0\0');
  const head = Buffer.alloc(8);
  head.writeInt32BE(head.length + parameters.length);
  head.writeInt32BE(196_608, 4);
  return Buffer.concat([head, parameters]);
};
const message = (type: string, body: Uint8Array) => {
  const head = Buffer.from(`${type}....`);
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
};

test('however the bytes are cut, each message comes whole, and nothing is lost', () => {
  const bodies = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 20 });
  fc.assert(
    fc.property(bodies, fc.infiniteStream(fc.integer({ min: 1, max: 200 })), fc.boolean(), (parts, cuts, asksFirst) => {
      const sent = [...(asksFirst ? [ENCRYPTION_REQUEST] : []), startup(), ...parts.map((body) => message('P', body))];
      const ends = sent.map((_, index) => Buffer.concat(sent.slice(0, index + 1)).length);
      const messages = new WholeMessages();
      const taken: Buffer[] = [];
      let passedOn = 0;
      for (let rest = Buffer.concat(sent); rest.length > 0; ) {
        const cut = cuts.next().value as number;
        const whole = messages.take(rest.subarray(0, cut));
        rest = rest.subarray(cut);
        if (!whole) continue;
        taken.push(whole);
        passedOn += whole.length;
        expect(ends).toContain(passedOn);
      }
      expect(Buffer.concat(taken)).toEqual(Buffer.concat(sent));
    }),
  );
});

test('a statement of 24 MB in pieces is gathered in no time', { timeout: 4000 }, () => {
  const messages = new WholeMessages();
  messages.take(startup());
  const large = message('P', Buffer.alloc(24_000_000));
  let whole: Buffer | undefined;
  for (let at = 0; at < large.length; at += 8192) whole = messages.take(large.subarray(at, at + 8192));
  expect(whole?.equals(large)).toBe(true);
});
