/**
 * A function that can run in another thread. Its input and result are plain data: numbers, texts, arrays, maps, and typed arrays. Other
 * threads find it by its name in `task-table.ts`, and load it when they first need it.
 */
export interface ThreadTask<Input, Result> {
  /** Unique among all tasks. */
  readonly name: string;
  load(): Promise<ThreadFunction<Input, Result>>;
}

/** `send` passes a message to the `receive` of the caller. Messages arrive in order, and before the result. */
export type ThreadFunction<Input, Result> = (
  input: Input,
  send: (message: unknown) => void,
) => Result | Promise<Result>;
