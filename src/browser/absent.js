// What is not there is looked for again: an agent that starts anew has it in a moment.
import { answerTo } from './ask.js';
import { onRefresh } from './live.js';

onRefresh(async () => {
  const { ok, status } = await answerTo(location.href, 'text/html');
  if (ok) location.reload();
  else if (status !== 404) throw new Error(`the page answers ${status}`);
});
