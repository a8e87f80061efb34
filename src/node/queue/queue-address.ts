/** The address of a Redis server. The type does not use those of the Redis client, which may not be installed. */
export interface QueueAddress {
  /** `redis://` or, for TLS, `rediss://`; with user and password if needed. */
  readonly url: string;
  /** Options for the client ioredis, such as `tls` or `sentinels`. */
  readonly options?: Readonly<Record<string, unknown>>;
}
