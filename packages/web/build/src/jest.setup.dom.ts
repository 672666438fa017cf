import '@testing-library/jest-dom';
import { configure } from '@testing-library/dom';

// Usually milliseconds; longer on a busy machine.
configure({ asyncUtilTimeout: 15_000 });
