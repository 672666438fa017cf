/** Starts the mailbox, the payment stand-in and the static host of the remotes in one process, because each Node process takes 60 MB. */
import { join } from 'node:path';
import { remoteIds, remotePortSetting } from '@lectern/contracts';
import { createLog, orEnd, readSettings, requireSetting, SettingsError } from '@lectern/service-kit';
import { startMailbox } from './mailbox/startMailbox.ts';
import { startStaticHost } from './static-host/startStaticHost.ts';
import { startStripeLocal } from './stripe/startStripeLocal.ts';

const settings = readSettings(process.env);
const isOn = (name: 'MAIL_LOCAL' | 'STRIPE_LOCAL' | 'REMOTES_LOCAL'): boolean => process.env[name] !== 'off';
if (settings.NODE_ENV === 'production' && (isOn('MAIL_LOCAL') || isOn('STRIPE_LOCAL')))
  throw new SettingsError('NODE_ENV: the development stand-ins never run in production.');
const log = createLog('stand-ins');
const host = '127.0.0.1';
const folder = join(settings.DATA_DIR, 'stripe-local');

const startPayments = () =>
  startStripeLocal({
    port: settings.STRIPE_LOCAL_PORT,
    host,
    secretKey: requireSetting(settings, 'STRIPE_SECRET_KEY'),
    webhookSecret: requireSetting(settings, 'STRIPE_WEBHOOK_SECRET'),
    // Webhooks go to the gateway, as Stripe's do.
    webhookUrl: `http://${settings.HOST === '0.0.0.0' ? host : settings.HOST}:${settings.GATEWAY_PORT}/subscription/webhook`,
    file: join(folder, 'stripe.sqlite'),
    onProblem: (error) => log('error', 'payments.failed', { error }),
  });

const startRemotes = () =>
  startStaticHost({
    remotes: remoteIds.map((id) => ({ id, port: settings[remotePortSetting(id)], folder: join(settings.RELEASE_STORE, id) })),
    host: settings.HOST,
  });

const parts = await orEnd(
  Promise.all([
    ...(isOn('MAIL_LOCAL') ? [startMailbox({ smtpPort: settings.SMTP_PORT, pagePort: settings.MAILBOX_PORT, host })] : []),
    ...(isOn('STRIPE_LOCAL') ? [startPayments()] : []),
    ...(isOn('REMOTES_LOCAL') ? [startRemotes()] : []),
  ]),
);

const close = async (): Promise<void> => {
  try {
    await Promise.all(parts.map((part) => part.close()));
    process.exit(0);
  } catch (error) {
    log('error', 'close.failed', { error });
    process.exit(1);
  }
};
let closing: Promise<void> | undefined;
const end = () => void (closing ??= close());
process.once('SIGTERM', end);
process.once('SIGINT', end);
process.once('disconnect', end);
process.send?.({ ready: true });
