import '@testing-library/jest-dom';
import { configure, getConfig } from '@testing-library/dom';

const { getElementError } = getConfig();
configure({
  // Usually milliseconds; longer on a busy machine.
  asyncUtilTimeout: 15_000,
  // Most attempts of a waiting query fail. The document is printed only for the error whose message is read.
  getElementError(message, container) {
    if (!isAwaited()) return getElementError(message, container);
    const error = new Error();
    error.name = 'TestingLibraryElementError';
    return Object.defineProperty(error, 'message', { configurable: true, get: () => getElementError(message, container).message });
  },
});
/** Whether a query is asked by `waitFor`; the type of the configuration leaves it out. */
const isAwaited = (): boolean =>
  '_disableExpensiveErrorDiagnostics' in getConfig() && getConfig()['_disableExpensiveErrorDiagnostics'] === true;
