import { FileLoader, Loader } from 'three';
import { decodeFleshPart, type FleshPart } from '../three/index.ts';

/** Loads a `.flesh` file that a bake wrote: `useLoader(FleshLoader, 'belly.flesh')`. The component waits for it, as for every loader. */
export class FleshLoader extends Loader<FleshPart> {
  override load(
    url: string,
    onLoad: (part: FleshPart) => void,
    onProgress?: (event: ProgressEvent) => void,
    onError?: (error: unknown) => void,
  ): void {
    const loader = new FileLoader(this.manager);
    loader.setPath(this.path).setResponseType('arraybuffer').setRequestHeader(this.requestHeader);
    loader.setWithCredentials(this.withCredentials);
    const decode = (bytes: string | ArrayBuffer) => {
      try {
        onLoad(decodeFleshPart(new Uint8Array(bytes as ArrayBuffer)));
      } catch (error) {
        onError?.(error);
        this.manager.itemError(url);
      }
    };
    loader.load(url, decode, onProgress, onError);
  }
}
