// Debian's Chromium, headless: a visit is a person's with a profile of their own, and tells all that went wrong in it.
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core';

const executable = '/usr/bin/chromium';

/** No sandbox, as root has none; and nothing that asks other hosts by itself. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Long: the machine may be busy with other things. What is to be quick is measured by whom it concerns. */
const patienceMs = 20_000;

export const desktop = { width: 1280, height: 900 };
export const phone = { width: 390, height: 844 };

export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: executable, args });
}

/** What never happens in a page that is as it should be. */
export interface Trouble {
  readonly kind: 'console' | 'error' | 'policy' | 'request' | 'stranger' | 'dialog';
  readonly text: string;
}

export interface Visit {
  readonly page: Page;
  /** Another page in the same profile. */
  readonly tab: (url: string) => Promise<Page>;
  /** So far. */
  readonly troubles: () => readonly Trouble[];
  readonly close: () => Promise<void>;
}

/** Opens `url`; the clock of the visitor is in UTC unless `options` says otherwise. */
export async function visit(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: desktop,
    timezoneId: 'UTC',
    locale: 'en-GB',
    ...options,
  });
  context.setDefaultTimeout(patienceMs);
  const troubles: Trouble[] = [];
  await watch(context, (kind, text) => troubles.push({ kind, text }));
  const tab = async (at: string) => {
    const page = await context.newPage();
    await page.goto(at);
    return page;
  };
  return { page: await tab(url), tab, troubles: () => [...troubles], close: () => context.close() };
}

const tellViolations = `document.addEventListener('securitypolicyviolation', (event) => {
  tellViolation(event.effectiveDirective + ' refuses ' + event.blockedURI + ' at ' + event.sourceFile);
});`;

async function watch(
  context: BrowserContext,
  tell: (kind: Trouble['kind'], text: string) => void,
): Promise<void> {
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) {
      tell('console', `${message.text()} (${message.location().url})`);
    }
  });
  context.on('weberror', (event) => tell('error', String(event.error().stack)));
  context.on('dialog', async (dialog) => {
    tell('dialog', dialog.message());
    await dialog.dismiss();
  });
  context.on('request', (request) => {
    if (new URL(request.url()).hostname !== '127.0.0.1') tell('stranger', request.url());
  });
  context.on('requestfailed', (request) => {
    if (!isLeftBehind(request)) tell('request', `${request.failure()?.errorText} ${request.url()}`);
  });
  await context.exposeFunction('tellViolation', (text: string) => tell('policy', text));
  await context.addInitScript(tellViolations);
}

/** A stream, or what was asked for, of a page that was left or closed meanwhile. */
function isLeftBehind(request: Request): boolean {
  return request.failure()?.errorText === 'net::ERR_ABORTED';
}

/** What the browser itself says of an agent that is not there: no page can keep it from that. */
export function isOfLostAgent({ kind, text }: Trouble): boolean {
  return (
    (kind === 'request' && text.startsWith('net::ERR_')) ||
    (kind === 'console' && text.startsWith('Failed to load resource: net::ERR_'))
  );
}
