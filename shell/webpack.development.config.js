import { shellConfig } from '@lectern/build/webpack';

export default shellConfig({ folder: import.meta.dirname, development: true });
