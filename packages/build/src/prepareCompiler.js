import { transform } from '@swc/core';
import { swcRule } from './swcRule.js';

/**
 * Compiles one line, so that the machine code of the compiler's plugin is in its cache. Without this each of the processes that build, which begin at the
 * same time, would make this machine code for itself, in about four seconds of the processor. Where one builder builds all frontends it makes it once, with
 * the first of them, so this does nothing.
 */
const { options } = swcRule({ styles: 'prepare' });
if (!process.env.LECTERN_BUILDER)
  await transform("import { styled } from 'styled-components'; export const Line = styled.p``;", { ...options, filename: 'prepare.tsx' });
