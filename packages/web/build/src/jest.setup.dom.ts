import '@testing-library/jest-dom';
import { configure, getConfig } from '@testing-library/dom';
import * as React from 'react';

// React's development build takes the call stack of each element that is made, up to a number of them. Nothing here reads it, and it is a sixth of a test's
// time. So the number is reached from the beginning.
Object.defineProperty(
  (React as unknown as Record<'__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE', object>)
    .__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE,
  'recentlyCreatedOwnerStacks',
  {
    get: () => Number.POSITIVE_INFINITY,
    set() {
      // React sets it back to 0 each second.
    },
  },
);

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
