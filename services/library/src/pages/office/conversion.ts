export interface ConversionLimits {
  /** Of address space. */
  memoryBytes: number;
  /** Of CPU time for each process, and of wall-clock time in total. */
  seconds: number;
  /** Of the largest file that it writes. */
  fileBytes: number;
}

/** A run of LibreOffice. */
export interface ConversionRequest {
  /** The program with its arguments. */
  command: readonly string[];
  /** The folder of the file, the profile and the result. */
  folder: string;
  /** The folder of data, which LibreOffice must not see. It may be absent. */
  hidden: string;
  limits: ConversionLimits;
}

export interface ConversionEnd {
  /** The exit code or signal. */
  status: string;
  /** Whether it ran without network and without the hidden folders. */
  isEnclosed: boolean;
}

/** A deck of 80 slides needs 3 s, and less than 2 GB of address space. */
export const conversionLimits: ConversionLimits = { memoryBytes: 3 * 1024 ** 3, seconds: 120, fileBytes: 128 * 1024 ** 2 };
