// Documented answers as bytes of HTTP/1.1, made ready before anybody asks.

const components = ['Control API', 'Scheduler', 'Build Service', 'Registry'];
const statusHead = JSON.stringify({
  status: 'operational',
  version: 'v2',
  region: 'Frankfurt',
  components: components.map((name) => ({ name, status: 'operational' })),
}).slice(0, -1);
const regions = response(
  'public, max-age=300',
  JSON.stringify({
    object: 'list',
    data: [
      { code: 'fra1', name: 'Frankfurt', zone: 'eu-central', country: 'DE', status: 'operational' },
      { code: 'dub1', name: 'Dublin', zone: 'eu-west', country: 'IE', status: 'operational' },
      { code: 'iad1', name: 'Washington, D.C.', zone: 'us-east', country: 'US', status: 'operational' },
      { code: 'sin1', name: 'Singapore', zone: 'asia-southeast', country: 'SG', status: 'operational' },
    ],
  }),
);

let status = { second: 0, answer: '' };

/** The status document or the list of regions, by the end of the path. */
export function answerTo(path: string): string {
  if (!path.endsWith('/status')) return regions;
  const second = Math.floor(Date.now() / 1000);
  if (status.second !== second) {
    const updatedAt = `${new Date(second * 1000).toISOString().slice(0, 19)}Z`;
    status = { second, answer: response('no-store', `${statusHead},"updated_at":"${updatedAt}"}`) };
  }
  return status.answer;
}

/** ASCII only, so that characters are bytes. */
export function response(cacheControl: string, body: string): string {
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncache-control: ${cacheControl}\r\n`;
  return `${head}content-length: ${body.length}\r\n\r\n${body}`;
}
