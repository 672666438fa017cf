import '@testing-library/jest-dom';
import { TextDecoder, TextEncoder } from 'node:util';

// jsdom leaves these out; react-router and the schemas need them.
Object.assign(globalThis, { TextDecoder, TextEncoder });
