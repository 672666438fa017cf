import { LazyPart, PageSkeleton } from '@lectern/ui';
import { Component, useCallback, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { AreaCard } from './AreaCard';
import { IncompatibleRemoteError, type Screen, type Screens } from './screens';

const loadServiceNotice = () => import(/* webpackChunkName: "federation" */ './ServiceNotice').then(({ ServiceNotice }) => ServiceNotice);

type State = { status: 'loading' } | { status: 'ready'; Content: ComponentType } | { status: 'failed'; isIncompatible: boolean };

/** An error boundary that keeps a screen's error from affecting the frame. */
class ScreenBoundary extends Component<{ onRetry: () => void; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <AreaCard onRetry={this.props.onRetry} /> : this.props.children;
  }
}

const reload = (): void => {
  location.reload();
};

/**
 * A remote's page: a skeleton while its code loads, and a card with "Try again" if it fails or is late. Code that arrives later replaces
 * the card.
 */
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
    const show = (Content: ComponentType): void => {
      if (isCurrent) setState({ status: 'ready', Content });
    };
    screens.load(screen, attempt > 0).then(show, (error: unknown) => {
      console.error(error);
      if (!isCurrent) return;
      setState({ status: 'failed', isIncompatible: error instanceof IncompatibleRemoteError });
      screens.late(screen)?.then(show, () => undefined);
    });
    return () => {
      isCurrent = false;
    };
  }, [screen, screens, attempt, isReady]);

  const retry = useCallback(() => {
    setState((current) => (current.status === 'failed' ? { status: 'loading' } : current));
    setAttempt((count) => count + 1);
  }, []);

  if (state.status === 'loading') return <PageSkeleton />;
  if (state.status === 'failed') return <AreaCard onRetry={state.isIncompatible ? reload : retry} isIncompatible={state.isIncompatible} />;
  return (
    <>
      {screen.services && <LazyPart load={loadServiceNotice} props={{ needs: screen.services }} />}
      <ScreenBoundary key={attempt} onRetry={retry}>
        <state.Content />
      </ScreenBoundary>
    </>
  );
};
