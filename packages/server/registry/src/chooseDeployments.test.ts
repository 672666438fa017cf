import { chooseDeployments } from './chooseDeployments.ts';
import { cohorts, placeFor } from './cohort.ts';
import type { Deployment } from './Deployment.ts';
import { emptyRegistry } from './registry.ts';
import { canaryOf, deploymentOf } from './testing/fixtures.ts';

const registryOf = (...deployments: Deployment[]) => ({ ...emptyRegistry, microFrontends: { 'lectern/mf-auth': deployments } });
const stable = deploymentOf('mf-auth', 'v1', { deployment: { traffic: 90, default: true } });
const canary = canaryOf('mf-auth', 'v2', 10);
const all = Array.from({ length: cohorts }, (_, cohort) => cohort);
const versions = (deployments: Deployment[]) => all.map((cohort) => chooseDeployments(registryOf(...deployments), cohort)[0]?.version);
/** A cohort that the canary is for, and one that it is not for. */
const inside = all.find((cohort) => placeFor('mf-auth', cohort) === 0) ?? -1;
const outside = all.find((cohort) => placeFor('mf-auth', cohort) === 1_000) ?? -1;

test('names entry, integrity and pages of the chosen deployment', () => {
  expect(chooseDeployments(registryOf(deploymentOf('mf-auth', 'v1')), 0)).toEqual([
    {
      id: 'mf-auth',
      container: 'mf_auth',
      entry: 'http://localhost:3001/v1/remoteEntry.js',
      integrity: stable.metadata.integrity,
      version: 'v1',
      manifest: stable.extras.manifest,
      routes: stable.extras.routes,
      isSplit: false,
    },
  ]);
});

test('a canary gets its share of the cohorts in any order of deployments', () => {
  for (const deployments of [
    [stable, canary],
    [canary, stable],
  ]) {
    const chosen = versions(deployments);
    expect(chosen.filter((version) => version === 'v2')).toHaveLength(cohorts / 10);
    expect(chosen.filter((version) => version === 'v1')).toHaveLength((cohorts / 10) * 9);
  }
  expect(chooseDeployments(registryOf(stable, canary), inside)[0]).toMatchObject({ version: 'v2', isSplit: true });
  expect(chooseDeployments(registryOf(stable, canary), outside)[0]).toMatchObject({ version: 'v1', isSplit: true });
});

test('a hundredth of a percent is one cohort', () => {
  expect(versions([stable, canaryOf('mf-auth', 'v2', 0.01)]).filter((version) => version === 'v2')).toHaveLength(1);
});

test('without a default deployment only the canary’s share gets the remote', () => {
  expect(chooseDeployments(registryOf(canary), outside)).toEqual([]);
  expect(chooseDeployments(registryOf(canary), inside)[0]?.version).toBe('v2');
  expect(chooseDeployments(registryOf(), inside)).toEqual([]);
});
