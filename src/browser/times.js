// Times as the reader's clock tells them; what the server wrote, in UTC, stays in their title.

const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/**
 * Rewrites every time below an element.
 * @param {ParentNode} root
 */
export function localise(root) {
  for (const time of root.querySelectorAll('time')) {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    if (time.title === '') time.title = time.textContent;
    time.textContent = format.format(at);
  }
}

/** Says in which zone times are told. */
export function nameZone() {
  const told = document.getElementById('zone');
  const { timeZone } = format.resolvedOptions();
  if (told !== null && timeZone !== 'UTC')
    told.textContent = `Times are those of ${timeZone}; the pointer held over one tells it in UTC.`;
}

/**
 * A time of day.
 * @param {Date} at
 */
export function timeOfDay(at) {
  return at.toLocaleTimeString();
}
