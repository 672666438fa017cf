import { remoteConfig } from '@lectern/build/webpack';

export default remoteConfig({ name: 'mf-library', folder: import.meta.dirname });
