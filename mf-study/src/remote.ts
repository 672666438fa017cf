import { createRemote } from '@lectern/platform';

/** The remote's one public entry. Routes stand in `manifest.json`, too, which the shell reads before any of this code is loaded. */
export const remote = createRemote({
  id: 'mf-study',
  contract: 2,
  routes: [
    {
      path: '/quizzes',
      access: 'signed-in',
      load: () => import(/* webpackChunkName: "items" */ './items/items.screen').then(({ ItemsScreen }) => ItemsScreen),
    },
    {
      path: '/quizzes/:id',
      access: 'signed-in',
      load: () => import(/* webpackChunkName: "quiz" */ './quiz/quiz.screen').then(({ QuizScreen }) => QuizScreen),
    },
    {
      path: '/flashcards/:id',
      access: 'signed-in',
      load: () =>
        import(/* webpackChunkName: "flashcards" */ './flashcards/flashcards.screen').then(({ FlashcardsScreen }) => FlashcardsScreen),
    },
    {
      path: '/progress',
      access: 'signed-in',
      load: () => import(/* webpackChunkName: "progress" */ './progress/progress.screen').then(({ ProgressScreen }) => ProgressScreen),
    },
  ],
});
