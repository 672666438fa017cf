export { usageMeter } from '../engines/model/usage.ts';
export { answerQuestion, type Answered } from './answerQuestion.ts';
export { createAskingModel } from './AskingModel.ts';
