import type { Context } from 'hono';
import { cardPictureBounds } from '@lectern/contracts';
import { DomainError, readForm, type BodyReader, type FormRules, type ServiceEnvironment, type UploadBudget } from '@lectern/service-kit';

const megabyte = 1024 * 1024;
const tooLarge = () =>
  new DomainError('too_large', `The picture is too large: at most ${Math.floor(cardPictureBounds.fileBytes / megabyte)} MB.`);

const rules: FormRules = {
  files: 1,
  fileBytes: cardPictureBounds.fileBytes,
  fieldBytes: 1_000,
  fields: [],
  judge: ({ field }) => (field === 'file' ? 'take' : 'ignore'),
  errors: {
    empty: () => new DomainError('invalid', 'The form is empty.'),
    fileTooLarge: tooLarge,
    filesTooLarge: tooLarge,
    tooManyFiles: () => new DomainError('invalid', 'Please send one picture at a time.'),
    fieldTooLong: (field) => new DomainError('too_large', `The field ${field} is too long.`),
  },
};

/**
 * Reads the form of a picture as a stream, with limits from the first byte.
 *
 * @throws DomainError 415 if the body is not a form, 413 above the size limit, 429 and 503 if uploads use too much memory, 400 without a file
 */
export const pictureFormReader =
  (budget: UploadBudget): BodyReader<Uint8Array<ArrayBuffer>> =>
  async (c: Context<ServiceEnvironment>) => {
    const share = budget.begin(c.get('identity').userId ?? '');
    try {
      const { files } = await readForm(c, share, rules);
      const [file] = files;
      if (!file)
        throw new DomainError('invalid', 'Please choose a picture.', { errors: [{ path: 'file', message: 'Please choose a picture.' }] });
      // The call creates nothing under a key, so no hash of its body is compared.
      return { body: new Uint8Array(file.bytes), hash: '', release: share.release };
    } catch (error) {
      share.release();
      throw error;
    }
  };
