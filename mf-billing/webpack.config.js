import { remoteConfig } from '@lectern/build/webpack';

export default remoteConfig({ name: 'mf-billing', folder: import.meta.dirname });
