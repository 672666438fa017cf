import { transform } from '@swc/core';
import { swcRule } from './swcRule.js';

/**
 * Compiles one line, so that the compiler's plugin is in the cache as machine code. Without this each of the builds, which begin at the same time, would
 * translate it for itself, in about four seconds of the processor. A run's builder translates it once by itself.
 */
const { options } = swcRule({ styles: 'prepare' });
if (!process.env.LECTERN_BUILDER)
  await transform("import { styled } from 'styled-components'; export const Line = styled.p``;", { ...options, filename: 'prepare.tsx' });
