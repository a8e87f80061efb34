import { type BackendChoice, backendChoices } from './simulation-backend.ts';

const key = 'aftermotion-simulation';

/** Returns where the page simulates at first: from the address (`?simulation=cpu`), else the user's last choice, else `auto`. */
export function firstBackend(): BackendChoice {
  const asked = new URLSearchParams(location.search).get('simulation') ?? recall();
  return backendChoices.find((choice) => choice === asked) ?? 'auto';
}

export function rememberBackend(choice: BackendChoice): void {
  try {
    localStorage.setItem(key, choice);
  } catch {
    // If the page has no storage, it asks again next time.
  }
}

function recall(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
