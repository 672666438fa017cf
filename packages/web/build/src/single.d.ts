import type { Configuration } from 'webpack';

export declare const singleConfig: (options: {
  root: string;
  output: string;
  remotes: readonly string[];
  /** The module that replaces the shell's `createRemoteLoader`. */
  loader: string;
}) => Configuration;
