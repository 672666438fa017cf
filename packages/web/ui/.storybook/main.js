import { storybookConfig } from '@lectern/build/storybook';

export default storybookConfig({ folder: import.meta.dirname, isHost: true });
