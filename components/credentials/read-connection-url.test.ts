import { expect, test } from 'vitest';
import { freeCredentialName, nameOfHost, readConnectionUrl } from './read-connection-url.ts';

test('the address of a database fills its fields, and names the credential', () => {
  expect(readConnectionUrl(' postgresql://ada:p%40ss@db.example.com:6543/Shop?sslmode=require\n')).toEqual({
    type: 'postgres',
    texts: { host: 'db.example.com', port: '6543', user: 'ada', password: 'p@ss', database: 'Shop', tls: 'unverified' },
    name: 'shop',
  });
  expect(readConnectionUrl('mysql://ada@127.0.0.1/shop')?.texts).toEqual({
    host: '127.0.0.1',
    port: '',
    user: 'ada',
    password: '',
    database: 'shop',
  });
});

test('the address of a mail server has the sender where its account is an address', () => {
  expect(readConnectionUrl('smtps://robot%40example.com:pw@mail.example.com')).toEqual({
    type: 'smtp',
    texts: {
      host: 'mail.example.com',
      port: '465',
      user: 'robot@example.com',
      password: 'pw',
      from: 'robot@example.com',
      tls: 'tls',
    },
    name: 'mail',
  });
  expect(readConnectionUrl('smtp://robot:pw@mail.example.com:25?ignoreTLS=true')?.texts).toMatchObject({
    port: '25',
    tls: 'off',
  });
  expect(readConnectionUrl('imap://ada:pw@mail.example.com')?.texts).toMatchObject({ port: '143', tls: 'starttls' });
});

test.each(['', 'db.example.com', 'https://example.com/a', 'postgres://', 'constructor://x', 'postgres: //x'])(
  'no connection: %j',
  (text) => expect(readConnectionUrl(text)).toBeUndefined(),
);

test('a credential is named after its host, and after its type where that has only numbers', () => {
  expect(nameOfHost('api.Example.com:443', 'bearer')).toBe('example');
  expect(nameOfHost('127.0.0.1:8080', 'bearer')).toBe('bearer');
  expect(freeCredentialName('bearer', ['bearer', 'bearer-2'])).toBe('bearer-3');
});
