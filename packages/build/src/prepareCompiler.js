import { transform } from '@swc/core';
import { swcRule } from './swcRule.js';

/**
 * Compiles one line, so that the compiler's plugin is in the cache as machine code. Without this each of the builds, which begin at the same time, would
 * translate it for itself, in about four seconds of the processor.
 */
const { options } = swcRule({ styles: 'prepare' });
await transform("import { styled } from 'styled-components'; export const Line = styled.p``;", { ...options, filename: 'prepare.tsx' });
