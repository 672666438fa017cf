import { remoteConfig } from '@lectern/build/webpack';

export default remoteConfig({ name: 'mf-auth', folder: import.meta.dirname });
