/** fastify with @fastify/http-proxy and the gateway's token check, as its own process: `node fastifyProxy.ts PORT ORIGIN SECRET`. */
import httpProxy from '@fastify/http-proxy';
import fastify from 'fastify';
import { isValidToken } from './isValidToken.ts';

const [port = '0', upstream = '', secret = ''] = process.argv.slice(2);
const server = fastify();
await server.register(httpProxy, {
  upstream,
  preHandler: (request, reply, done) => {
    if (isValidToken(request.headers['x-auth-token'], secret)) done();
    else void reply.code(401).send({ msg: 'Please sign in.' });
  },
});
await server.listen({ port: Number(port), host: '127.0.0.1' });
process.send?.('ready');
