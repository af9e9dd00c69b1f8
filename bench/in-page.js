// Put into each page that the bench opens, before its own scripts: what the page took, as the browser has it.
// Each promise rejects when nothing came of it in time.
const patienceMs = 20_000;
const longTasks = [];

new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) longTasks.push({ startTime, duration });
}).observe({ type: 'longtask', buffered: true });

globalThis.inPage = { loaded, awaitInput, inputPainted: () => input, twoFrames };

let input = Promise.reject(new Error('no input is awaited'));
input.catch(() => undefined);

/** Since the navigation began, ms. */
async function loaded() {
  const firstPaintMs = await within(
    (resolve) =>
      new PerformanceObserver((list) => {
        for (const { startTime } of list.getEntriesByName('first-contentful-paint')) resolve(startTime);
      }).observe({ type: 'paint', buffered: true }),
    'nothing was painted',
  );
  await within((resolve) => {
    if (document.readyState === 'complete') setTimeout(resolve);
    else addEventListener('load', () => setTimeout(resolve));
  }, 'the page was not loaded');
  const { responseEnd, domContentLoadedEventEnd, loadEventEnd } =
    performance.getEntriesByType('navigation')[0];
  const held = longTasks.map(({ duration }) => duration);
  return {
    firstPaintMs,
    answeredMs: responseEnd,
    // Module scripts run before it.
    interactiveMs: domContentLoadedEventEnd,
    loadedMs: loadEventEnd,
    longestTaskMs: Math.max(0, ...held),
  };
}

/** From the next event of that type until a frame with other rows, or rows in another order, has been painted, ms. */
function awaitInput(type) {
  const before = shown();
  input = within(
    (resolve) =>
      addEventListener(
        type,
        ({ timeStamp }) => {
          const look = () => {
            if (shown() === before) requestAnimationFrame(look);
            else requestAnimationFrame(() => resolve(performance.now() - timeStamp));
          };
          requestAnimationFrame(look);
        },
        { capture: true, once: true },
      ),
    `no other rows after ${type}`,
  );
  input.catch(() => undefined);
}

/** What the same takes where there is nothing to do, ms. */
function twoFrames() {
  const beganMs = performance.now();
  return within(
    (resolve) =>
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - beganMs))),
    'no frame',
  );
}

function shown() {
  const rows = [...document.querySelectorAll('#rows > [role="row"]')];
  return rows.flatMap((row) => (row.hidden ? [] : [row.id])).join(' ');
}

function within(begin, otherwise) {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(otherwise)), patienceMs);
    begin(resolve);
  });
}
