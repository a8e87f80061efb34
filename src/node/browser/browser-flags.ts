/** How pages are drawn: by WebGL 2, or by WebGPU. */
export type DrawingBackend = 'webgl' | 'webgpu';

export interface BrowserFlagOptions {
  /**
   * Draw on the processor, by SwiftShader. Slower, and the same picture on every machine of one kind; also what works
   * where there is no graphics card. Default true.
   */
  readonly software?: boolean;
  /** Without the browser's own sandbox, which cannot start as root. */
  readonly sandbox?: boolean;
}

/** Flags for a browser without a window that draws our own pages and asks the network for nothing else. */
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
