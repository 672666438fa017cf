export * from './installFakeApi';
export * from './renderWithPlatform';
