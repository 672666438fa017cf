/** Tells nginx whether a token is valid (204 or 401), as its own process: `node tokenChecker.ts PORT SECRET`. */
import { createServer } from 'node:http';
import { isValidToken } from './isValidToken.ts';

const [port = '0', secret = ''] = process.argv.slice(2);
createServer((request, response) => {
  response.statusCode = isValidToken(request.headers['x-auth-token'], secret) ? 204 : 401;
  response.end();
}).listen(Number(port), '127.0.0.1', () => process.send?.('ready'));
