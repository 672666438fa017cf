export { JumpDialog } from '../jump/JumpDialog';
export { ConfirmHost } from './ConfirmHost';
export { UpgradeHost } from './UpgradeHost';
