import { confirm, confirmAtom } from './confirm';
import { platformStore } from './store';

const pending = () => platformStore.get(confirmAtom);
const request = { question: 'Are you sure you want to delete this study guide?', confirmLabel: 'Delete', isDestructive: true };

test.each([true, false])('answers %s and takes the question away', async (answer) => {
  const asked = confirm(request);
  expect(pending()).toMatchObject(request);
  pending()?.answer(answer);
  expect(pending()).toBeUndefined();
  expect(await asked).toBe(answer);
});

test('a second question answers the first one with no', async () => {
  const first = confirm(request);
  const old = pending();
  const second = confirm({ question: 'Are you sure you want to logout?', confirmLabel: 'Logout' });
  expect(await first).toBe(false);
  old?.answer(true);
  expect(pending()?.question).toBe('Are you sure you want to logout?');
  pending()?.answer(true);
  expect(await second).toBe(true);
});
