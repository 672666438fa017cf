import { TextDecoder, TextEncoder } from 'node:util';

// Tests of the page server run in Node's environment, which has no document to query.
if ('document' in globalThis) jest.requireActual('./jest.setup.dom.ts');

// jsdom lacks these; react-router and the schemas need them.
Object.assign(globalThis, { TextDecoder, TextEncoder });

// jsdom has no media queries: nothing matches, which means a desktop with motion and the light theme.
globalThis.matchMedia = (media: string): MediaQueryList => {
  const nothing = (): undefined => undefined;
  return {
    media,
    matches: false,
    onchange: null,
    addListener: nothing,
    removeListener: nothing,
    addEventListener: nothing,
    removeEventListener: nothing,
    dispatchEvent: () => false,
  };
};

// jsdom has no layout: sizes never change.
globalThis.ResizeObserver = class implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};

/** Reads a blob with a FileReader. */
const readBlob = <Result>(blob: Blob, read: (reader: FileReader) => void): Promise<Result> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      resolve(reader.result as Result);
    };
    reader.onerror = () => {
      reject(reader.error ?? new Error('The blob could not be read.'));
    };
    read(reader);
  });

// Tests of the page server run in Node's environment, where all tests of a worker share the prototypes.
if ('FileReader' in globalThis) {
  // jsdom has no `sendBeacon`.
  navigator.sendBeacon = () => true;

  // jsdom reads blobs only through a FileReader; browsers have these methods.
  Blob.prototype.text = function text(this: Blob): Promise<string> {
    return readBlob(this, (reader) => {
      reader.readAsText(this);
    });
  };
  Blob.prototype.arrayBuffer = function arrayBuffer(this: Blob): Promise<ArrayBuffer> {
    return readBlob(this, (reader) => {
      reader.readAsArrayBuffer(this);
    });
  };
}
