// A facade of Radix: the shell provides it to all remotes as a shared module, so only the exports listed here are shipped.
export { AlertDialog, Dialog, Label, Progress, RadioGroup, Tabs, Tooltip } from 'radix-ui';

/**
 * @deprecated Since 2026-11-23; use `Menu`. Remotes released earlier still consume it, in open pages and after a rollback. docs/teams.md
 *   says when it may be removed.
 */
export { DropdownMenu } from 'radix-ui';
