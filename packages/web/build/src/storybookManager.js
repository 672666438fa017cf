import { GLOBALS_UPDATED, SET_GLOBALS, UPDATE_GLOBALS } from 'storybook/internal/core-events';
import { addons } from 'storybook/manager-api';
import { create } from 'storybook/theming/create';

/** The frame of all Storybooks of the product. Storybook bundles it for the browser. */
const isDark = matchMedia('(prefers-color-scheme: dark)').matches;

addons.setConfig({
  theme: create({ base: isDark ? 'dark' : 'light', brandTitle: 'Lectern', brandTarget: '_self' }),
  // Keeps all parts visible at a glance.
  sidebar: { collapsedRoots: ['components', 'tokens'] },
});

/** Sends the toolbar's settings (theme, motion) to all parts, because Storybook sends them only to the host's own stories. */
addons.register('lectern/one-toolbar', () => {
  const channel = addons.getChannel();
  /** The current settings of the host's stories. @type {Record<string, unknown> | undefined} */
  let chosen;
  /** The settings last sent to each part: while a frame loads, Storybook sends a message to all frames and also receives it itself. */
  const told = new Map();
  const tell = (/** @type {string} */ id) => {
    if (chosen === undefined || told.get(id) === JSON.stringify(chosen)) return;
    told.set(id, JSON.stringify(chosen));
    channel.emit(UPDATE_GLOBALS, { globals: chosen, options: { target: `storybook-ref-${id}` } });
  };
  /** @this {{ refId?: string }} @param {{ globals: Record<string, unknown> }} message */
  function onGlobals({ globals }) {
    if (this.refId === undefined) chosen = globals;
    else if (!told.has(this.refId)) told.set(this.refId, undefined);
    [...told.keys()].forEach(tell);
  }
  /** A reloaded part has lost its settings. @this {{ refId?: string }} @param {{ globals: Record<string, unknown> }} message */
  function onSet(message) {
    if (this.refId !== undefined) told.delete(this.refId);
    onGlobals.call(this, message);
  }
  channel.on(SET_GLOBALS, onSet);
  channel.on(GLOBALS_UPDATED, onGlobals);
});
