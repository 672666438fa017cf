const name = 'PureDefinitionsPlugin';
/** Modules whose definitions only make values: the calls and schemas of the contract, and the router's components. */
const definitions = /[\\/]packages[\\/]contracts[\\/]src[\\/]|[\\/]node_modules[\\/]react-router[\\/]/;
const makingValues = /** @type {const} */ (['ArrayExpression', 'CallExpression', 'MemberExpression', 'NewExpression', 'ObjectExpression']);

/**
 * Leaves out of a build the definitions that no page uses. webpack keeps every definition that is the result of a call, such as `z.object(…)`, because
 * the call might have an effect: a build would contain all calls and schemas of a file of the contract, and the router's forms and fetchers. This
 * plugin names the modules whose calls have none.
 */
export class PureDefinitionsPlugin {
  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.normalModuleFactory.tap(name, (factory) => {
      for (const type of /** @type {const} */ (['javascript/auto', 'javascript/esm']))
        factory.hooks.parser.for(type).tap(name, (parser) => {
          const isPure = () => (definitions.test(parser.state.module.resource) ? true : undefined);
          for (const kind of makingValues) parser.hooks.isPure.for(kind).tap(name, isPure);
        });
    });
  }
}
