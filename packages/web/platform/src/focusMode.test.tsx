import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useFocusMode, useIsFocusMode } from './focusMode';

const Page = ({ isOn }: { isOn: boolean | undefined }): ReactNode => {
  useFocusMode(isOn);
  return undefined;
};
const Frame = ({ children }: { children?: ReactNode }): ReactNode => (
  <>
    <p>{String(useIsFocusMode())}</p>
    {children}
  </>
);

test('a page turns focus mode on and off, and leaving the page ends it', () => {
  const { rerender } = render(<Frame />);
  expect(screen.getByText('undefined')).toBeVisible();
  rerender(
    <Frame>
      <Page isOn />
    </Frame>,
  );
  expect(screen.getByText('true')).toBeVisible();
  rerender(
    <Frame>
      <Page isOn={false} />
    </Frame>,
  );
  expect(screen.getByText('false')).toBeVisible();
  rerender(<Frame />);
  expect(screen.getByText('undefined')).toBeVisible();
});
