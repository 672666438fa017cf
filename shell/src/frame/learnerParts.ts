import { preloadPart } from '@lectern/ui';

// The parts of the frame that only learners see. They share a chunk with the HTTP client, which the page server preloads on learners' pages.
export const loadSidebar = () => import(/* webpackChunkName: "learner" */ './Sidebar').then(({ Sidebar }) => Sidebar);
export const loadBottomBar = () => import(/* webpackChunkName: "learner" */ './BottomBar').then(({ BottomBar }) => BottomBar);
export const loadUserMenu = () => import(/* webpackChunkName: "learner" */ './UserMenu').then(({ UserMenu }) => UserMenu);
export const loadJumpBox = () => import(/* webpackChunkName: "learner" */ '../jump/JumpBox').then(({ JumpBox }) => JumpBox);

/** Preloads the parts, so that the first rendering of a learner's page contains them. */
export const prepareLearnerParts = (): void => {
  for (const load of [loadSidebar, loadBottomBar, loadUserMenu, loadJumpBox]) preloadPart(load);
};
