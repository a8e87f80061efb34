import type { Page } from 'playwright-core';

/** From this call on, adds to `errors` everything that a page throws or writes to its console as an error. */
export function watchErrors(page: Page, errors: string[]): void {
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
}
