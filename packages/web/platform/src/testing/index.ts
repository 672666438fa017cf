export { MemoryRouter } from 'react-router-dom';
export * from './findNotice';
export * from './aSourcePage';
export * from './installFakeApi';
export * from './onPlatform';
export * from './people';
export { type RenderOptions } from './PlatformTree';
export * from './renderWithPlatform';
export * from './stopClock';
