// This entry imports everything dynamically and contains no code that another page could need. Otherwise the bundler could put shared code
// into it, and `render.html` would start the studio.
void import('./begin.ts').then(({ begin }) => begin());
