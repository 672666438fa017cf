import { parseArgs } from 'node:util';
import { contextOf, usualContext } from './contextOf.ts';
import { expectationOf, leastContext } from './expectation.ts';
import { baseUrlOf, findServers, lookAt, usualPlaces, type Fetch, type FoundServer, type Place } from './findServers.ts';
import { TrialError, tryModel, type Trial } from './tryModel.ts';
import { linesOf, writeSettings } from './writeSettings.ts';

export interface ModelCommand {
  args: readonly string[];
  /** The settings of the site: `.env`, and the process's variables. */
  settings: Readonly<Record<string, string | undefined>>;
  envFile: string;
  /** Where to look for servers. Defaults to the usual ports of this machine. */
  places?: readonly Place[];
  say: (line: string) => void;
  /** Asks the person at the terminal. Undefined when nobody is there. */
  ask: ((question: string) => Promise<string>) | undefined;
  fetch: Fetch;
  now: () => number;
}

/** A server and one of its models. */
interface Choice {
  server: FoundServer;
  model: string;
}

/** Ends the command with one line. */
export class ModelCommandError extends Error {
  override readonly name = 'ModelCommandError';
}

const lookMs = 2_000;
const vendor = 'https://api.openai.com/v1';
const noServer =
  'No language model answers on this machine: install Ollama (https://ollama.com), fetch a model with "ollama pull qwen3:8b", and run this again.';

const addressOf = (given: string): string => {
  try {
    return baseUrlOf(given);
  } catch {
    throw new ModelCommandError(`--server: "${given}" is no address such as http://127.0.0.1:11434.`);
  }
};

/** A key belongs to one server: the set one, or the vendor. No other one gets it, unless the person says so. */
const withKey = (baseURL: string, settings: ModelCommand['settings'], isSent: boolean): Place => {
  const owner = settings['OPENAI_BASE_URL'];
  const isOwner = baseURL === (owner === undefined ? vendor : baseUrlOf(owner));
  return isSent || isOwner ? { baseURL, key: settings['OPENAI_API_KEY'] } : { baseURL };
};

/** @throws ModelCommandError when there is none */
async function serversFor(
  { places = usualPlaces, settings, fetch }: ModelCommand,
  wanted: string | undefined,
  sendKey: boolean,
): Promise<FoundServer[]> {
  const signal = AbortSignal.timeout(lookMs);
  if (wanted !== undefined) {
    const place = withKey(addressOf(wanted), settings, sendKey);
    const server = await lookAt(place, fetch, signal);
    if (server) return [server];
    const help = place.key === undefined ? ' If it wants a key, set OPENAI_API_KEY and add --send-key.' : '';
    throw new ModelCommandError(`${place.baseURL} does not answer with a list of models.${help}`);
  }
  const set = settings['OPENAI_BASE_URL'];
  const addresses = new Set([...(set === undefined ? [] : [baseUrlOf(set)]), ...places.map(({ baseURL }) => baseURL)]);
  const found = await findServers(
    [...addresses].map((baseURL) => withKey(baseURL, settings, false)),
    fetch,
    signal,
  );
  if (found.length === 0) throw new ModelCommandError(noServer);
  return found;
}

async function choose(command: ModelCommand, servers: readonly FoundServer[], wanted: string | undefined, yes: boolean): Promise<Choice> {
  const choices = servers.flatMap((server) => server.models.map((model) => ({ server, model })));
  const fitting = wanted === undefined ? choices : choices.filter(({ model }) => model === wanted);
  const [first] = fitting;
  if (!first)
    throw new ModelCommandError(`No server has the model ${wanted ?? ''}. There are: ${choices.map(({ model }) => model).join(', ')}.`);
  if (wanted !== undefined) return first;
  for (const [index, { server, model }] of choices.entries()) {
    const { kind, baseURL } = server;
    if (server !== choices[index - 1]?.server) command.say(`${kind === 'other' ? 'A model server' : kind} at ${new URL(baseURL).origin}`);
    command.say(`  ${String(index + 1).padStart(2)}  ${model}`);
  }
  if (yes || !command.ask || choices.length === 1) return first;
  for (;;) {
    const answer = (await command.ask('\nWhich model? [1] ')).trim();
    const chosen = choices[Number(answer === '' ? '1' : answer) - 1];
    if (chosen) return chosen;
    command.say(`A number from 1 to ${choices.length}.`);
  }
}

const forms: Readonly<Record<Trial['form'], string>> = {
  json_schema: 'keeps to a JSON schema',
  json_object: 'answers with JSON, but keeps to no schema',
  text: 'answers with JSON when the prompt asks for it',
  none: 'does not keep to a form',
};

const shownSpeed = (perSecond: number): string => (perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond).toLocaleString('en'));

/** Says what the trial has shown. @returns The context for the settings. */
async function report(command: ModelCommand, { server, model }: Choice): Promise<number> {
  const { say, fetch, now } = command;
  say(`\nTrying ${model} (ten seconds, and as long as it takes to load) …\n`);
  const trial = await tryModel(server, model, { fetch, now });
  const context = await contextOf(server, model, fetch);
  say(`  speed     writes ${shownSpeed(trial.tokensPerSecond)} tokens a second, reads ${shownSpeed(trial.promptTokensPerSecond)}`);
  say(`  form      ${forms[trial.form]}`);
  say(
    `  context   ${context === undefined ? `not known; ${usualContext.toLocaleString('en')} tokens are assumed` : `${context.toLocaleString('en')} tokens`}\n`,
  );
  for (const sentence of expectationOf(trial, context, server.kind)) say(sentence);
  return context ?? usualContext;
}

/**
 * Finds the language models of this machine, tries one, and writes its settings into `.env` when the person agrees.
 *
 * @throws ModelCommandError when there is nothing to write.
 */
export async function runModelCommand(command: ModelCommand): Promise<void> {
  const { values } = parseArgs({
    args: [...command.args],
    options: { yes: { type: 'boolean' }, server: { type: 'string' }, model: { type: 'string' }, 'send-key': { type: 'boolean' } },
  });
  const yes = values.yes === true;
  const servers = await serversFor(command, values.server, values['send-key'] === true);
  const choice = await choose(command, servers, values.model, yes);
  const context = await report(command, choice).catch((error: unknown) => {
    throw error instanceof TrialError ? new ModelCommandError(error.message, { cause: error }) : error;
  });
  if (context < leastContext) throw new ModelCommandError('Nothing was written.');

  const { say, ask } = command;
  const { baseURL, key } = choice.server;
  const settings = { OPENAI_BASE_URL: baseURL, OPENAI_MODEL: choice.model, OPENAI_CONTEXT_TOKENS: String(context) };
  for (const line of ['', ...linesOf({ ...settings, ...(key !== undefined && { OPENAI_API_KEY: '…' }) }), '']) say(line);
  if (command.settings['OPENAI_API_KEY'] !== undefined && key === undefined)
    say('OPENAI_API_KEY is set for another server. Remove it: it would be sent to this one.');
  const agreed = yes || (ask !== undefined && /^y(es)?$/i.test((await ask('Write these lines to .env? [y/N] ')).trim()));
  if (agreed) writeSettings(command.envFile, { ...settings, ...(key !== undefined && { OPENAI_API_KEY: key }) });
  say(
    agreed
      ? 'Written to .env. It applies from the next npm start on.'
      : 'Nothing was written. Put the lines into .env, or run npm run model -- --yes.',
  );
}
