import type { LimitedResource } from '@lectern/contracts';
import { Component, createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react';

/** The slots that a remote may fill for others, by versioned name, with the props passed by the slot's user. */
export interface SlotProps {
  /** The content of the upgrade modal. Calls `onDone` after an upgrade whose status is active. */
  'billing/upgrade/v1': { message: string | undefined; onDone: () => void };
  /** The usage of the limit for one kind of item. Renders nothing for premium learners without a limit. */
  'billing/usage-meter/v1': { thing: LimitedResource };
  /** The dashboard's first section: the cards that are due today. */
  'study/due-today/v1': Record<string, never>;
  /** Sends the answers that wait on this device. Renders nothing. */
  'study/unsent/v1': Record<string, never>;
  /** The dialog that creates a card or a question from words of a guide. Calls `onClose` when it is closed. */
  'study/make-item/v1': { kind: 'card' | 'question'; studyMaterialId: string; guideTitle: string; words: string; onClose: () => void };
}

export type SlotName = keyof SlotProps;

/** Finds the component of a slot. Returns undefined if no remote offers it. Loading may fail. */
export type SlotResolver = <Name extends SlotName>(name: Name) => Promise<ComponentType<SlotProps[Name]>> | undefined;

let resolver: SlotResolver = () => undefined;

/** Called once by the shell. */
export const provideSlots = (resolve: SlotResolver): void => {
  resolver = resolve;
};

export interface SlotState<Name extends SlotName> {
  status: 'loading' | 'ready' | 'absent';
  Content: ComponentType<SlotProps[Name]> | undefined;
}

/** A slot's component. `absent` if no remote offers it or its remote is down. */
export const useSlot = <Name extends SlotName>(name: Name): SlotState<Name> => {
  const [state, setState] = useState<SlotState<Name>>({ status: 'loading', Content: undefined });
  useEffect(() => {
    let isCurrent = true;
    const loading = resolver(name) ?? Promise.reject(new Error(`No remote offers ${name}.`));
    loading.then(
      (Content) => {
        if (isCurrent) setState({ status: 'ready', Content });
      },
      () => {
        if (isCurrent) setState({ status: 'absent', Content: undefined });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [name]);
  return state;
};

/** An error boundary: a slot's content belongs to another team, and its errors must not break the page. */
class SlotBoundary extends Component<{ fallback: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}

export interface SlotElementProps<Name extends SlotName> {
  name: Name;
  props: SlotProps[Name];
  /** Shown if no remote offers the slot, or it cannot be loaded. */
  fallback?: ReactNode;
  /** Shown while it loads. */
  loading?: ReactNode;
}

/** Renders content that another remote offers: `<Slot name="billing/usage-meter/v1" props={{ thing: 'quizzes' }} />`. */
export const Slot = <Name extends SlotName>({ name, props, fallback, loading }: SlotElementProps<Name>): ReactNode => {
  const { status, Content } = useSlot(name);
  if (status === 'loading') return loading ?? null;
  if (!Content) return fallback ?? null;
  return <SlotBoundary fallback={fallback ?? null}>{createElement(Content, props)}</SlotBoundary>;
};
