declare module 'tinyusdz/tinyusdz.js' {
  /** The part of a USD reader that tests use. */
  interface Loader {
    loadFromBinary(bytes: Uint8Array, name: string): boolean;
    loadAsLayerFromBinary(bytes: Uint8Array, name: string): boolean;
    layerToString(): string;
    error(): string;
  }
  const open: (options: {
    wasmBinary: Uint8Array;
    print?: (text: string) => void;
    printErr?: (text: string) => void;
  }) => Promise<{ TinyUSDZLoaderNative: new () => Loader }>;
  export default open;
}

declare module 'three/addons/loaders/usd/USDCParser.js' {
  export class USDCParser {
    parseData(buffer: ArrayBuffer): {
      specsByPath: Record<string, { specType: number; fields: Record<string, unknown> }>;
    };
  }
}
