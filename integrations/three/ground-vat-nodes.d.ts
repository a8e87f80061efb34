export { type Ground, loadGround } from './ground-vat.js';
