import { PageSkeleton } from '@lectern/ui';
import { Component, useCallback, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { AreaCard } from './AreaCard';
import type { Screen, Screens } from './screens';

type State = { status: 'loading' } | { status: 'ready'; Content: ComponentType } | { status: 'failed' };

/** What a screen throws costs its own area only. */
class ScreenBoundary extends Component<{ onRetry: () => void; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <AreaCard onRetry={this.props.onRetry} /> : this.props.children;
  }
}

/** The page of a remote: skeleton while its code comes, a card when it does not, and the next try without a reload. */
export const RemoteArea = ({ screen, screens }: { screen: Screen; screens: Screens }): ReactNode => {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<State>(() => {
    const Content = screens.peek(screen);
    return Content ? { status: 'ready', Content } : { status: 'loading' };
  });

  const isReady = state.status === 'ready';
  useEffect(() => {
    if (isReady) return;
    let isCurrent = true;
    screens.load(screen).then(
      (Content) => {
        if (isCurrent) setState({ status: 'ready', Content });
      },
      (error: unknown) => {
        console.error(error);
        if (isCurrent) setState({ status: 'failed' });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [screen, screens, attempt, isReady]);

  const retry = useCallback(() => {
    setState((current) => (current.status === 'failed' ? { status: 'loading' } : current));
    setAttempt((count) => count + 1);
  }, []);

  if (state.status === 'loading') return <PageSkeleton />;
  if (state.status === 'failed') return <AreaCard onRetry={retry} />;
  return (
    <ScreenBoundary key={attempt} onRetry={retry}>
      <state.Content />
    </ScreenBoundary>
  );
};
