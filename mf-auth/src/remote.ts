import { createRemote } from '@lectern/platform';

/** The public entry of the remote. `manifest.json` repeats the routes, because the shell reads them before it loads this code. */
export const remote = createRemote({
  id: 'mf-auth',
  contract: 2,
  routes: [
    {
      path: '/login',
      access: 'signed-out',
      load: () => import(/* webpackChunkName: "login" */ './sign-in/login.screen').then(({ LoginScreen }) => LoginScreen),
    },
    {
      path: '/register',
      access: 'signed-out',
      load: () => import(/* webpackChunkName: "register" */ './sign-in/register.screen').then(({ RegisterScreen }) => RegisterScreen),
    },
    {
      path: '/forgot-password',
      access: 'signed-out',
      load: () =>
        import(/* webpackChunkName: "forgot-password" */ './passwords/forgot-password.screen').then(
          ({ ForgotPasswordScreen }) => ForgotPasswordScreen,
        ),
    },
    {
      path: '/reset-password/:token',
      access: 'signed-out',
      load: () =>
        import(/* webpackChunkName: "reset-password" */ './passwords/reset-password.screen').then(
          ({ ResetPasswordScreen }) => ResetPasswordScreen,
        ),
    },
    {
      path: '/verify',
      access: 'signed-out',
      load: () => import(/* webpackChunkName: "verify" */ './verification/verify.screen').then(({ VerifyScreen }) => VerifyScreen),
    },
    {
      path: '/verify-email/:token',
      access: 'signed-out',
      load: () =>
        import(/* webpackChunkName: "verify-email" */ './verification/verify-email.screen').then(
          ({ VerifyEmailScreen }) => VerifyEmailScreen,
        ),
    },
    {
      path: '/settings',
      access: 'signed-in',
      load: () => import(/* webpackChunkName: "settings" */ './settings/settings.screen').then(({ SettingsScreen }) => SettingsScreen),
    },
  ],
});
