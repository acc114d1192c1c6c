/** The prelude's host requests: sent as text, answered with text and bytes. */
export const guestChannel = `
  const waiting = new Map();
  let lastNumber = 0;
  const PromiseType = Promise;
  const ask = (askHost, request, read) => {
    const asked = stringify(request);
    return new PromiseType((resolve, reject) => {
      const number = ++lastNumber;
      waiting.set(number, { read, resolve, reject });
      askHost(number, asked);
    });
  };
  const answered = (number, json, bytes) => {
    const { read, resolve, reject } = waiting.get(number);
    waiting.delete(number);
    try { resolve(read(parse(json), bytes)); } catch (refused) { reject(refused); }
  };
`;
