/* eslint-disable no-console -- what the runtime has to say belongs there */
// Stands in for the federation runtime's logger, which looks for the fitting method of the console and for who called it.
export const createLogger = (prefix) => ({
  log: (...words) => console.log(prefix, ...words),
  info: (...words) => console.info(prefix, ...words),
  warn: (...words) => console.warn(prefix, ...words),
  error: (...words) => console.error(prefix, ...words),
  debug: (...words) => console.debug(prefix, ...words),
});
export const logger = createLogger('[ Module Federation ]');
export const infrastructureLogger = logger;
export const createInfrastructureLogger = createLogger;
export const bindLoggerToCompiler = () => undefined;
