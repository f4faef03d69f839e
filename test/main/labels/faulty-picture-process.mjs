/** A process that violates the protocol in the way its first argument names. Plain JavaScript, so that it starts at once. */
const [, , how] = process.argv;
const png = new Uint8Array([0x89, 0x50]);

const answers = {
  'ends at the label, with exit code 0': () => process.exit(0),
  'ends at the label, with exit code 3': () => process.exit(3),
  'says nonsense': () => process.send('nonsense'),
  'never answers': () => setInterval(() => {}, 1000),
  'is busy for ever': ({ id }) => {
    process.send({ kind: 'started', id });
    setTimeout(() => {
      for (;;);
    }, 20);
  },
  'starts without end': ({ id }) => setInterval(() => process.send({ kind: 'started', id }), 5),
  'answers another question': ({ id }) => process.send({ kind: 'codes', id, codes: [] }),
  'answers a question that was not asked': ({ id }) => process.send({ kind: 'picture', id: id + 1, png }),
  'answers more codes than a label holds': ({ id }) =>
    process.send({ kind: 'codes', id, codes: Array(51).fill({ symbology: 'Code128', text: 'x' }) }),
  'answers a code as long as a book': ({ id }) =>
    process.send({ kind: 'codes', id, codes: [{ symbology: 'Code128', text: 'x'.repeat(5000) }] }),
  'answers a picture of 9 MB': ({ id }) => process.send({ kind: 'picture', id, png: new Uint8Array(9 * 1024 * 1024) }),
  'answers text where bytes belong': ({ id }) => process.send({ kind: 'picture', id, png: 'text' }),
};

if (how === 'ends before it is ready') process.exit(0);
if (how === 'never gets ready') setInterval(() => {}, 1000);
else {
  process.on('message', answers[how]);
  process.send({ kind: 'ready' });
}
