export { engineFor, type Language } from './provide.ts';
export { provideDeployChecks, provideSchemathesis } from './provideSchemathesis.ts';
export { runProgram, runToEnd } from './runProgram.ts';
export { freePort, freePorts } from './freePorts.ts';
export { provideMongo, startMongoServer, type MongoServer } from './startMongoServer.ts';
export { provideS3, provideStripeMock, provideToxiproxy, startStripeMock, type StripeMock } from './startStripeMock.ts';
export { startS3, type S3 } from './startS3.ts';
export { temporaryFolder } from './temporaryFolder.ts';
export { startToxiproxy, type Proxy, type Toxic, type Toxiproxy } from './startToxiproxy.ts';
