// The entry holds nothing that another page could need: what the pages share is then never put into it, and `render.html` does not
// begin the studio.
void import('./begin.ts').then(({ begin }) => begin());
