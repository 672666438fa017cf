export { ConfirmHost } from './ConfirmHost';
export { UpgradeHost } from './UpgradeHost';
