declare module 'gltf-validator' {
  export function validateBytes(
    bytes: Uint8Array,
    options?: {
      maxIssues?: number;
      externalResourceFunction?: (uri: string) => Promise<Uint8Array>;
    },
    // biome-ignore lint/suspicious/noExplicitAny: the package has no types; its report is plain JSON.
  ): Promise<any>;
}
