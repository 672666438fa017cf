import { createRemote } from '@lectern/platform';

/** The public entry of the remote. The routes are also listed in `manifest.json`, which the shell reads before it loads this code. */
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
      path: '/quizzes/new',
      access: 'signed-in',
      load: () => import(/* webpackChunkName: "new-item" */ './new-item/new-item.screen').then(({ NewItemScreen }) => NewItemScreen),
    },
    {
      path: '/quizzes/:id/attempts',
      access: 'signed-in',
      load: () => import(/* webpackChunkName: "attempts" */ './attempts/attempts.screen').then(({ AttemptsScreen }) => AttemptsScreen),
    },
    {
      path: '/quizzes/:id/check',
      access: 'signed-in',
      load: () =>
        import(/* webpackChunkName: "check" */ './check/check-questions.screen').then(({ CheckQuestionsScreen }) => CheckQuestionsScreen),
    },
    {
      path: '/flashcards/:id',
      access: 'signed-in',
      load: () =>
        import(/* webpackChunkName: "flashcards" */ './flashcards/flashcards.screen').then(({ FlashcardsScreen }) => FlashcardsScreen),
    },
    {
      path: '/flashcards/:id/check',
      access: 'signed-in',
      load: () => import(/* webpackChunkName: "check" */ './check/check-cards.screen').then(({ CheckCardsScreen }) => CheckCardsScreen),
    },
    {
      path: '/quizzes/:id/print',
      access: 'signed-in',
      load: () => import(/* webpackChunkName: "print" */ './print/print-quiz.screen').then(({ PrintQuizScreen }) => PrintQuizScreen),
    },
    {
      path: '/flashcards/:id/print',
      access: 'signed-in',
      load: () => import(/* webpackChunkName: "print" */ './print/print-deck.screen').then(({ PrintDeckScreen }) => PrintDeckScreen),
    },
    {
      path: '/pick/:id',
      access: 'signed-in',
      load: () => import(/* webpackChunkName: "pick" */ './pick/pick.screen').then(({ PickScreen }) => PickScreen),
    },
    {
      path: '/progress',
      access: 'signed-in',
      load: () => import(/* webpackChunkName: "progress" */ './progress/progress.screen').then(({ ProgressScreen }) => ProgressScreen),
    },
    {
      path: '/review',
      access: 'signed-in',
      load: () => import(/* webpackChunkName: "review" */ './review/review.screen').then(({ ReviewScreen }) => ReviewScreen),
    },
    {
      path: '/review/exams',
      access: 'signed-in',
      load: () => import(/* webpackChunkName: "exams" */ './exams/exams.screen').then(({ ExamsScreen }) => ExamsScreen),
    },
    {
      path: '/review/settings',
      access: 'signed-in',
      load: () => import(/* webpackChunkName: "review-settings" */ './review/settings.screen').then(({ SettingsScreen }) => SettingsScreen),
    },
    {
      path: '/review/statistics',
      access: 'signed-in',
      load: () =>
        import(/* webpackChunkName: "review-statistics" */ './review/statistics.screen').then(({ StatisticsScreen }) => StatisticsScreen),
    },
    {
      path: '/shared/quiz/:secret',
      access: 'signed-out',
      load: () => import(/* webpackChunkName: "shared" */ './sharing/shared-quiz.screen').then(({ SharedQuizScreen }) => SharedQuizScreen),
    },
    {
      path: '/shared/deck/:secret',
      access: 'signed-out',
      load: () => import(/* webpackChunkName: "shared" */ './sharing/shared-deck.screen').then(({ SharedDeckScreen }) => SharedDeckScreen),
    },
  ],
  slots: {
    'study/due-today/v1': () =>
      import(/* webpackChunkName: "due-today" */ './review/due-today.slot').then(({ DueTodaySlot }) => DueTodaySlot),
    'study/unsent/v1': () => import(/* webpackChunkName: "due-today" */ './review/unsent.slot').then(({ UnsentSlot }) => UnsentSlot),
    'study/make-item/v1': () => import(/* webpackChunkName: "pick" */ './make/make-item.slot').then(({ MakeItemSlot }) => MakeItemSlot),
  },
});
