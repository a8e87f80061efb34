/** Graphics API that draws pages: WebGL 2 or WebGPU. */
export type DrawingBackend = 'webgl' | 'webgpu';

export interface BrowserFlagOptions {
  /**
   * Whether pages are drawn on the CPU, by SwiftShader. This is slower, but gives the same picture on every machine of one kind, and works
   * without a graphics card. Default true.
   */
  readonly software?: boolean;
  /** Whether the browser uses its sandbox. With the sandbox it cannot start as root. */
  readonly sandbox?: boolean;
}

/** Returns flags for a browser without a window that draws Aftermotion's own pages and makes no other network requests. */
export function browserFlags(backend: DrawingBackend, options: BrowserFlagOptions = {}): string[] {
  const { software = true, sandbox = !isRoot() } = options;
  return [
    '--headless',
    '--disable-quic',
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-extensions',
    '--disable-background-timer-throttling',
    '--disable-renderer-backgrounding',
    '--hide-scrollbars',
    '--mute-audio',
    '--force-color-profile=srgb',
    '--password-store=basic',
    '--use-mock-keychain',
    ...(sandbox ? [] : ['--no-sandbox']),
    ...(software ? ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'] : []),
    ...(backend === 'webgpu' ? ['--enable-unsafe-webgpu'] : []),
    ...(backend === 'webgpu' && software ? ['--use-webgpu-adapter=swiftshader'] : []),
  ];
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
