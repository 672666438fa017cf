import { createStudyFake, creation } from '../testing.ts';

const ada = 'u1';

const setUp = async () => {
  const study = createStudyFake();
  const asked: unknown[] = [];
  study.content.explain = async (_userId, material, wrong) => {
    asked.push({ guide: material._id, ...wrong });
    return { text: 'Because.', answeredBy: 'passages', passages: [] };
  };
  const quiz = await study.quizzes.generate(ada, { studyMaterialId: 'm1' }, creation(), 'r1');
  const questionId = quiz.questions[0]?._id ?? '';
  const explain = (option: string, by = ada) => study.quizzes.explainOption(by, quiz._id, questionId, option, 'r2');
  return { study, quiz, asked, explain };
};

it('explains a wrong option from the guide of its question', async () => {
  const { quiz, asked, explain } = await setUp();
  expect(await explain('wrong')).toEqual({ text: 'Because.', answeredBy: 'passages', passages: [] });
  expect(asked).toEqual([
    {
      guide: 'm1',
      question: quiz.questions[0]?.question,
      chosen: 'wrong',
      right: 'right',
      cited: { pointer: { kind: 'text', paragraph: 1 }, quote: 'q' },
    },
  ]);
});

it('refuses the right option, a text that is no option, and somebody else', async () => {
  const { asked, explain } = await setUp();
  await expect(explain('right')).rejects.toMatchObject({ code: 'invalid' });
  await expect(explain('none of them')).rejects.toMatchObject({ code: 'invalid' });
  await expect(explain('wrong', 'u2')).rejects.toMatchObject({ code: 'not_found' });
  expect(asked).toEqual([]);
});

it('says so when the guide was deleted', async () => {
  const { study, explain } = await setUp();
  study.deletedMaterials.add('m1');
  await expect(explain('wrong')).rejects.toMatchObject({ code: 'conflict', message: 'The study guide of this quiz was deleted.' });
});
