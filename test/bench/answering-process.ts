import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// A process of its own, as a service is: it reads each request to its end and gives the answer it was sent first.
process.once('message', (answer: string) => {
  const server = createServer((incoming, response) => {
    incoming.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(answer));
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
