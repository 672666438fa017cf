export { createPictureAddresses, type PictureAddresses, type PictureName, type Signed } from './createPictureAddresses.ts';
export { createPictureEncoder } from './createPictureEncoder.ts';
export { createPictureFiles, type PictureFiles } from './createPictureFiles.ts';
export { hashPicture, type HashedPicture } from './hashPicture.ts';
export type { EncodedPicture, EncodedPictures, PictureEncoder } from './PictureEncoder.ts';
