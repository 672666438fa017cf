export * from './consumerContract.ts';
export * from './schemaProblems.ts';
