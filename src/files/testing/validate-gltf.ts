import { validateBytes } from 'gltf-validator';

export interface GltfIssue {
  readonly code: string;
  readonly message: string;
  /** Severity: 0 error, 1 warning, 2 information, 3 hint. */
  readonly severity: number;
  readonly pointer?: string;
}

/** Returns all messages of the Khronos validator about a file, up to severity `information`. */
export async function validateGltf(
  bytes: Uint8Array,
  resolve?: (uri: string) => Uint8Array | undefined,
): Promise<GltfIssue[]> {
  const report = await validateBytes(bytes, {
    maxIssues: 0,
    externalResourceFunction: async (uri: string) => {
      const found = resolve?.(uri);
      if (!found) throw new Error(`no ${uri}`);
      // The bytes are copied, because the validator reads the whole buffer that a typed array belongs to.
      return new Uint8Array(found);
    },
  });
  return report.issues.messages.filter((issue: GltfIssue) => issue.severity <= 2);
}
