// First: what it sets is read as soon as a schema is made.
import './document/configure-zod.ts';
import './view/style.css';
import './view/key-timeline.css';
import './view/particles.css';
import './view/fur.css';
import { StudioApp } from './studio-app.ts';

/** Opens the studio in the page that is shown. */
export function begin(): void {
  const app = new StudioApp(document.getElementById('studio')!);
  // For tests, and for whoever likes to look inside.
  Object.assign(globalThis, { aftermotionStudio: app });
  void app.begin();
}
