// A facade of Radix: the shell provides it to all remotes as a shared module, so only the exports listed here are shipped.
export { AlertDialog, Dialog, Label, Progress, RadioGroup, Tabs, Tooltip } from 'radix-ui';
