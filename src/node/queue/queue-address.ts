/** The address of a Redis server. This file imports nothing, since the libraries for queues may not be installed. */
export interface QueueAddress {
  /** `redis://` or, for TLS, `rediss://`; with user and password if needed. */
  readonly url: string;
  /** Options for the client ioredis, such as `tls` or `sentinels`. */
  readonly options?: Readonly<Record<string, unknown>>;
}
