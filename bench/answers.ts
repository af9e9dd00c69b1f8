// Documented answers as bytes of HTTP/1.1, made ready before anybody asks.
import { documents } from './documents.ts';

const regionsAnswer = response('public, max-age=300', documents.regions);
let status = { second: 0, answer: '' };

/** The status document or the list of regions, by the end of the path. */
export function answerTo(path: string): string {
  if (!path.endsWith('/status')) return regionsAnswer;
  const second = Math.floor(Date.now() / 1000);
  if (status.second !== second) {
    status = { second, answer: response('no-store', documents.statusAt(1000 * second)) };
  }
  return status.answer;
}

/** ASCII only, so that characters are bytes. */
export function response(cacheControl: string, body: string): string {
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncache-control: ${cacheControl}\r\n`;
  return `${head}content-length: ${body.length}\r\n\r\n${body}`;
}
