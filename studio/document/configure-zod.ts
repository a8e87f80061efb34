import { config } from 'zod';

// Zod tests whether it may create code from text, and a strict Content-Security-Policy reports that as a violation.
config({ jitless: true });
