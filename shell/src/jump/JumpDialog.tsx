import type { NavigationManifest } from '@lectern/platform';
import { Link, useLocation, useNavigate } from '@lectern/platform/router';
import {
  Button,
  color,
  CreditCard,
  inputShape,
  Layers,
  media,
  motion,
  Notice,
  Plus,
  radius,
  Search,
  shadow,
  size,
  space,
  Spinner,
  useFocusReturn,
  VisuallyHidden,
} from '@lectern/ui';
import { Dialog } from '@lectern/ui/primitives';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { keyframes, styled } from 'styled-components';
import { navigationIcon } from '../frame/navigationIcons';
import { useJumpSearch, type JumpGroup } from './useJumpSearch';

const appear = keyframes`from { opacity: 0; }`;

const Veil = styled(Dialog.Overlay)`
  position: fixed;
  inset: 0;
  z-index: 50;
  background: ${color.veil};
  animation: ${appear} ${motion.overlay};
`;

/** At the top, under the field it grows out of; what is found never moves the field. */
const Surface = styled(Dialog.Content)`
  position: fixed;
  z-index: 51;
  inset: 0 0 auto;
  display: flex;
  flex-direction: column;
  max-height: 100dvh;
  background: ${color.raised};
  color: ${color.ink};
  box-shadow: ${shadow.high};
  animation: ${appear} ${motion.overlay};
  @media ${media.medium} {
    inset: ${space[12]} 0 auto;
    width: min(600px, calc(100vw - 48px));
    max-height: calc(100dvh - 24px);
    margin: 0 auto;
    border: 1px solid ${color.line};
    border-radius: ${radius.card};
    overflow: hidden;
  }
`;

const Row = styled.div`
  position: relative;
  display: flex;
  flex: none;
  align-items: center;
  gap: ${space[8]};
  padding: ${space[12]};
  border-bottom: 1px solid ${color.line};
  > svg {
    position: absolute;
    left: 24px;
    top: 50%;
    width: 18px;
    height: 18px;
    transform: translateY(-50%);
    pointer-events: none;
    color: ${color['ink-faint']};
  }
`;

const Input = styled.input`
  ${inputShape}
  padding-left: 40px;
  min-width: 0;
`;

const Close = styled(Dialog.Close)`
  flex: none;
  min-height: 44px;
  padding: 0 ${space[8]};
  border: 0;
  border-radius: ${radius.field};
  background: none;
  font-size: ${size[14]};
  color: ${color['ink-soft']};
  &:hover {
    background: ${color['accent-tint']};
    color: ${color.ink};
  }
`;

/** As high for nothing as for much, so that nothing moves while it is typed. */
const Results = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[8]};
  height: min(440px, calc(100dvh - 100px));
  padding: ${space[8]};
`;

const Listbox = styled.div`
  min-height: 0;
  overflow-y: auto;
  overscroll-behavior: contain;
`;

const Group = styled.div`
  & + & {
    margin-top: ${space[8]};
  }
`;

const GroupName = styled.div`
  padding: ${space[8]} ${space[12]} ${space[4]};
  font-size: ${size[12]};
  font-weight: 600;
  color: ${color['ink-faint']};
`;

const Option = styled(Link)`
  display: flex;
  align-items: center;
  gap: ${space[12]};
  min-height: 44px;
  padding: ${space[8]} ${space[12]};
  border-radius: ${radius.field};
  font-size: ${size[14]};
  color: ${color.ink};
  text-decoration: none;
  scroll-margin: ${space[8]};
  svg {
    flex: none;
    width: 18px;
    height: 18px;
    color: ${color['ink-faint']};
  }
  span {
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  small {
    flex: none;
    margin-left: auto;
    font-size: ${size[12]};
    color: ${color['ink-faint']};
    font-variant-numeric: tabular-nums;
  }
  &:hover {
    color: ${color.ink};
  }
  &[aria-selected='true'] {
    background: ${color['accent-tint']};
    svg {
      color: ${color.accent};
    }
    small {
      color: ${color['ink-soft']};
    }
  }
`;

const Line = styled.p`
  display: flex;
  align-items: center;
  gap: ${space[12]};
  padding: ${space[12]};
  font-size: ${size[14]};
  color: ${color['ink-soft']};
  overflow-wrap: anywhere;
`;

const ownIcons: Record<string, ReactNode> = {
  decks: <Layers aria-hidden />,
  create: <Plus aria-hidden />,
  subscription: <CreditCard aria-hidden />,
};

/** 'Quizzes', 'Quizzes and decks', 'Guides, folders and decks' */
const inWords = (names: readonly string[]): string => {
  const words = names.map((name, index) => (index === 0 ? name : name.toLowerCase()));
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
};

const countOf = (groups: readonly JumpGroup[]): number => groups.reduce((sum, { targets }) => sum + targets.length, 0);

export interface JumpDialogProps {
  isOpen: boolean;
  onClose: () => void;
  navigation: readonly NavigationManifest[];
}

interface JumpPanelProps {
  /** The learner chose: the page changes, unless it is this one. */
  onJump: (path: string) => void;
  navigation: readonly NavigationManifest[];
}

const JumpPanel = ({ onJump, navigation }: JumpPanelProps): ReactNode => {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const { groups, isSearching, failed, retry } = useJumpSearch(text, navigation);
  const navigate = useNavigate();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  const targets = groups.flatMap((group) => group.targets);
  const current = targets.length === 0 ? undefined : targets[Math.min(active, targets.length - 1)];
  const optionId = (path: string): string => `${id}${path}`;
  const currentId = current && optionId(current.path);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' });
  }, [currentId]);

  const move = (by: number): void => {
    if (targets.length > 0) setActive((Math.min(active, targets.length - 1) + by + targets.length) % targets.length);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Keys that choose a word in an input method are not ours.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' && current) {
      onJump(current.path);
      void navigate(current.path);
    } else return;
    event.preventDefault();
  };

  const status = (): string => {
    if (isSearching) return 'Searching...';
    const count = countOf(groups);
    if (count === 0) return failed.length > 0 ? '' : `Nothing found for "${text.trim()}".`;
    return text.trim() === '' ? '' : `${String(count)} found`;
  };

  return (
    <>
      <Row>
        <Search aria-hidden />
        <Input
          role="combobox"
          type="text"
          aria-label="Jump to"
          aria-expanded={targets.length > 0}
          aria-controls={`${id}list`}
          aria-autocomplete="list"
          aria-activedescendant={currentId}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          placeholder="Guide, folder, quiz or deck"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
        <Close>Close</Close>
      </Row>
      <Results>
        <Listbox ref={list} id={`${id}list`} role="listbox" aria-label="Results" aria-busy={isSearching} hidden={targets.length === 0}>
          {groups.map(({ name, targets: entries }) => (
            <Group key={name} role="group" aria-labelledby={`${id}${name}`}>
              <GroupName id={`${id}${name}`}>{name}</GroupName>
              {entries.map((target) => (
                <Option
                  key={target.path}
                  id={optionId(target.path)}
                  to={target.path}
                  role="option"
                  tabIndex={-1}
                  aria-selected={target.path === current?.path}
                  onPointerMove={() => {
                    setActive(targets.indexOf(target));
                  }}
                  onClick={(event) => {
                    // A new tab leaves this one as it is.
                    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onJump(target.path);
                  }}
                >
                  {ownIcons[target.icon] ?? navigationIcon(target.icon)}
                  <span>{target.title}</span>
                  {target.context !== undefined && <small>{target.context}</small>}
                </Option>
              ))}
            </Group>
          ))}
        </Listbox>
        {isSearching && (
          <Line aria-hidden>
            <Spinner pixels={16} />
            Searching...
          </Line>
        )}
        {!isSearching && targets.length === 0 && failed.length === 0 && <Line aria-hidden>{status()}</Line>}
        {failed.length > 0 && (
          <Notice
            tone="warning"
            isUrgent
            action={
              <Button variant="quiet" onClick={retry}>
                Try again
              </Button>
            }
          >
            {inWords(failed)} could not be searched.
          </Notice>
        )}
        <VisuallyHidden role="status">{status()}</VisuallyHidden>
      </Results>
    </>
  );
};

/** A dialog to go anywhere from: the learner's guides, folders, quizzes and decks, and the places of the site. */
export const JumpDialog = ({ isOpen, onClose, navigation }: JumpDialogProps): ReactNode => {
  const { onOpenAutoFocus, onCloseAutoFocus } = useFocusReturn();
  const { pathname } = useLocation();
  const hasJumped = useRef(false);
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Dialog.Portal>
        <Veil />
        <Surface
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            hasJumped.current = false;
            onOpenAutoFocus();
          }}
          onCloseAutoFocus={(event) => {
            // A new page has taken the focus already.
            if (hasJumped.current) event.preventDefault();
            else onCloseAutoFocus(event);
          }}
        >
          <VisuallyHidden>
            <Dialog.Title>Jump to</Dialog.Title>
          </VisuallyHidden>
          <JumpPanel
            navigation={navigation}
            onJump={(path) => {
              hasJumped.current = path !== pathname;
              onClose();
            }}
          />
        </Surface>
      </Dialog.Portal>
    </Dialog.Root>
  );
};
