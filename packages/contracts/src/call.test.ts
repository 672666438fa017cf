import { defineCall } from './call.ts';
import * as calls from './calls.ts';

it('has a limit for a network and a decision about one for a learner, when it needs no session', () => {
  const { networkLimit: _network, ...withoutNetworkLimit } = calls.login;
  // @ts-expect-error -- every public call has a network limit
  defineCall(withoutNetworkLimit);
  const { ownerLimit: _owner, ...withoutOwnerLimit } = calls.login;
  // @ts-expect-error -- every public call says whether it belongs to a learner
  defineCall(withoutOwnerLimit);
  // @ts-expect-error -- a learner's calls are limited together
  defineCall({ ...calls.getUser, networkLimit: 'signIns' });
  expect(calls.login).toMatchObject({ access: 'public', networkLimit: 'signIns', ownerLimit: null });
});
