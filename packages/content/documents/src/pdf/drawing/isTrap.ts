/** Whether WebAssembly trapped: unreachable code, or no more memory or stack. */
export const isTrap = (error: unknown): boolean => error instanceof Error && (error.name === 'RuntimeError' || error.name === 'RangeError');
