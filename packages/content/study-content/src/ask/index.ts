export { usageMeter } from '../engines/model/Job.ts';
export { answerQuestion, type Answered } from './answerQuestion.ts';
export { createAskingModel } from './AskingModel.ts';
