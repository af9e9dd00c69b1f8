// So many pages of a browser hold a stream at a time: over HTTP/1.1 it has six connections to a host for all of them.

/** The others of the six are for what pages ask. */
const places = 4;

/**
 * @typedef {() => void} Leave
 * @type {Promise<Leave | null> | null}
 */
let place = null;

/** Whether this page may hold a stream; one that may not asks again later, and reads everything meanwhile. */
export async function takePlace() {
  // Only pages of HTTPS, or of this machine, can know of each other; over HTTP/2 a connection carries all streams.
  if (!('locks' in navigator) || isMultiplexed()) return true;
  const asked = place ?? firstFree();
  place = asked;
  const isTaken = (await asked) !== null;
  if (!isTaken && place === asked) place = null;
  return isTaken;
}

/** For another page; a page that is closed leaves by itself. */
export async function leavePlace() {
  const left = place;
  place = null;
  (await left)?.();
}

/** @returns {Promise<Leave | null>} */
async function firstFree() {
  for (let index = 0; index < places; index += 1) {
    const leave = await lock(`picket stream ${index}`);
    if (leave !== null) return leave;
  }
  return null;
}

/**
 * @param {string} name
 * @returns {Promise<Leave | null>} null where another page holds it
 */
function lock(name) {
  return new Promise((resolve) => {
    navigator.locks
      .request(name, { ifAvailable: true }, (held) => {
        if (held === null) return resolve(null);
        // Held until this promise resolves.
        return new Promise((leave) => resolve(() => leave(undefined)));
      })
      // Who cannot ask is not kept from it.
      .catch(() => resolve(() => {}));
  });
}

function isMultiplexed() {
  const [loading] = performance.getEntriesByType('navigation');
  return loading instanceof PerformanceNavigationTiming && !loading.nextHopProtocol.startsWith('http/1');
}
