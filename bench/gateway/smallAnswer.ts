/** A server with one small response, as its own process: `node smallAnswer.ts PORT`. */
import { createServer } from 'node:http';

const payload = JSON.stringify([
  { _id: '1', name: 'Biology', studyMaterials: [], studyMaterialCount: 0, createdAt: '2026-03-05T10:00:00.000Z' },
]);
createServer((_request, response) => response.setHeader('content-type', 'application/json').end(payload)).listen(
  Number(process.argv[2]),
  '127.0.0.1',
  () => process.send?.('ready'),
);
