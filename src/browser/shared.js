// What the tabs of a browser share: one stream, for a browser opens no more than six connections to an agent.
import { createRelay } from './relay.js';

/** The worker's name is the stream's address. */
const relay = createRelay(self.name);

/** A tab says after which event it joins, or null when it leaves. */
addEventListener('connect', (event) => {
  const [port] = /** @type {MessageEvent} */ (event).ports;
  let leave = () => {};
  port?.addEventListener('message', ({ data }) => {
    leave();
    leave = data === null ? () => {} : relay.join(data, (word) => port.postMessage(word));
  });
  port?.start();
});
