import { setFlagsFromString } from 'node:v8';

/** Percentage by which V8 lets the heap grow between two full garbage collections. */
const growingPercent = 300;

/**
 * Lets the heap of this process, and of threads that it starts later, grow more between two garbage collections. A bake has a small heap and
 * allocates large arrays outside of it, for which V8 otherwise starts a full collection every 10 to 20 MB: 145 of them for 50 frames of
 * `riders`, instead of 29. Their work is done in other threads of V8, which then compete with those of the bake. This changes the whole
 * process, so only commands call it.
 */
export function tuneHeap(): void {
  setFlagsFromString(`--heap-growing-percent=${growingPercent}`);
}
