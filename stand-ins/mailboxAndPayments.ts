import { join } from 'node:path';
import { createLog, orEnd, readSettings, requireSetting, SettingsError } from '@lectern/service-kit';
import { startMailbox } from './mailbox/startMailbox.ts';
import { startStripeLocal } from './stripe/startStripeLocal.ts';

/** The mailbox and the payment stand-in in one process. */
const settings = readSettings(process.env);
if (settings.NODE_ENV === 'production') throw new SettingsError('NODE_ENV: the development stand-ins never run in production.');
const log = createLog('mailbox-and-payments');
const host = '127.0.0.1';
const folder = join(settings.DATA_DIR, 'stripe-local');

const parts = await orEnd(
  Promise.all([
    ...(process.env['MAIL_LOCAL'] === 'off' ? [] : [startMailbox({ smtpPort: settings.SMTP_PORT, pagePort: settings.MAILBOX_PORT, host })]),
    ...(process.env['STRIPE_LOCAL'] === 'off'
      ? []
      : [
          startStripeLocal({
            port: settings.STRIPE_LOCAL_PORT,
            host,
            secretKey: requireSetting(settings, 'STRIPE_SECRET_KEY'),
            webhookSecret: requireSetting(settings, 'STRIPE_WEBHOOK_SECRET'),
            // Events are sent where Stripe sends them: to the gateway.
            webhookUrl: `http://${settings.HOST === '0.0.0.0' ? host : settings.HOST}:${settings.GATEWAY_PORT}/subscription/webhook`,
            file: join(folder, 'stripe.sqlite'),
            onProblem: (error) => log('error', 'payments.failed', { error }),
          }),
        ]),
  ]),
);

let ending = false;
const end = () => {
  if (ending) return;
  ending = true;
  Promise.all(parts.map((part) => part.close())).then(
    () => process.exit(0),
    (error: unknown) => {
      log('error', 'close.failed', { error });
      process.exit(1);
    },
  );
};
process.once('SIGTERM', end);
process.once('SIGINT', end);
process.once('disconnect', end);
process.send?.({ ready: true });
