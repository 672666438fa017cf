// Radix through one facade: the shell provides it to all remotes as a shared singleton, so only what stands here is shipped.
export { AlertDialog, Dialog, DropdownMenu, Label, Progress, RadioGroup, Tabs, Tooltip } from 'radix-ui';
