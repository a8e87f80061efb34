import './view/style.css';
import './view/key-timeline.css';
import './view/particles.css';
import './view/fur.css';
import { StudioApp } from './studio-app.ts';

/** Opens the studio in the current page. */
export function begin(): void {
  const app = new StudioApp(document.getElementById('studio')!);
  // For tests, and for inspection in the console.
  Object.assign(globalThis, { aftermotionStudio: app });
  void app.begin();
}
