// What a person is told of what is not there: in the same frame, with ways back, as text.
import { expect, it } from 'vitest';
import { renderRefusalPage } from '../../../src/publish/page/refusal-page.ts';
import { siteAt } from '../../fixtures/page.ts';
import { nowMs } from '../../fixtures/snapshot.ts';

const pageOf = (status: number, message = 'No deployment has this id.') =>
  renderRefusalPage(status, message, siteAt('/at'), nowMs);

it.each([
  [404, 'Not found'],
  [400, 'Cannot be asked like that'],
  [500, 'Something went wrong'],
])('says of %d: %s', (status, title) => {
  expect(pageOf(status)).toContain(`<h1>${title}</h1>\n<p>No deployment has this id.</p>`);
});

it('leads back', () => {
  expect(pageOf(404)).toContain('<a href="/at/">all deployments</a>');
});

it('supposes why only of what is not there', () => {
  expect(pageOf(404)).toContain('removed from the configuration');
  expect(pageOf(400)).not.toContain('removed from the configuration');
});

it('is not kept current, but what is not there is looked for again', () => {
  expect(pageOf(404)).not.toContain('data-live');
  expect(pageOf(400)).not.toMatch(/http-equiv|absent\.js/);
  // An agent that starts anew has it again.
  expect(pageOf(404)).toMatch(
    /<noscript><meta http-equiv="refresh"[\s\S]*absent\.js|absent\.js[\s\S]*<noscript><meta http-equiv="refresh"/,
  );
  expect(pageOf(404)).not.toContain('JSON');
});

it('has no markup of who asked', () => {
  expect(pageOf(400, 'id: <script>')).toContain('<p>id: &lt;script&gt;</p>');
});
