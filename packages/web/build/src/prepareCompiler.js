import { transform } from '@swc/core';
import { swcRule } from './swcRule.js';

/**
 * Compiles one line, so that the compiler's plugin is cached as machine code. Otherwise the build processes, which start at the same time, would each
 * generate this machine code, in about four seconds of CPU time. If one builder builds all frontends, it generates the code only once, so this
 * does nothing.
 */
const { options } = swcRule({ styles: 'prepare' });
if (!process.env.LECTERN_BUILDER)
  await transform("import { styled } from 'styled-components'; export const Line = styled.p``;", { ...options, filename: 'prepare.tsx' });
