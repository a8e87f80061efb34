import { config } from 'zod';

// Zod tries whether it may make code of text, and a strict Content-Security-Policy reports that as a violation.
config({ jitless: true });
