import { remoteConfig } from '@lectern/build/webpack';

export default remoteConfig({ name: 'mf-study', folder: import.meta.dirname });
