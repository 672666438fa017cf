import { reportError } from './reportError';
import { toast } from './toast';
import type { DownloadedFile } from './httpClient';

/** The time for the browser to start a download. Milliseconds. */
const releaseAfterMs = 60_000;

/** Makes the browser save a file. */
const save = ({ name, blob }: DownloadedFile): void => {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, releaseAfterMs);
};

/** Downloads a file, and reports success or failure in a toast. @param failed - reports a failure in another way */
export const saveFile = async (
  download: () => Promise<DownloadedFile>,
  failed: (error: unknown, message: string) => void = reportError,
): Promise<void> => {
  try {
    const file = await download();
    save(file);
    toast.success(`Saved ${file.name}`);
  } catch (error) {
    failed(error, 'The file could not be made. Please try again.');
  }
};
