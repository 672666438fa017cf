import type { NavigationManifest } from '@lectern/platform';
import { Button, color, inputShape, Notice, radius, Search, size, space, Spinner, VisuallyHidden } from '@lectern/ui';
import { Dialog } from '@lectern/ui/primitives';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { JumpResults, optionId } from './JumpResults';
import { useJumpChoice } from './useJumpChoice';
import { useJumpSearch, type JumpGroup, type JumpSearch } from './useJumpSearch';

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

/** Its height does not depend on the results, so that nothing moves while the learner types. */
const Results = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[8]};
  height: min(440px, calc(100dvh - 100px));
  padding: ${space[8]};
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

/** Joins names into a list: 'Quizzes', 'Quizzes and decks', 'Guides, folders and decks'. */
const inWords = (names: readonly string[]): string => {
  const words = names.map((name, index) => (index === 0 ? name : name.toLowerCase()));
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
};

const countOf = (groups: readonly JumpGroup[]): number => groups.reduce((sum, { targets }) => sum + targets.length, 0);

/** The status message of a search. Empty if there is nothing to say. */
const statusOf = (text: string, { groups, isSearching, failed }: JumpSearch): string => {
  if (isSearching) return 'Searching...';
  const count = countOf(groups);
  if (count === 0) return failed.length > 0 ? '' : `Nothing found for "${text.trim()}".`;
  return text.trim() === '' ? '' : `${String(count)} found`;
};

/** The status below the results: the search is running, found nothing, or failed for some kinds. */
const JumpStatus = ({ text, search }: { text: string; search: JumpSearch }): ReactNode => {
  const { groups, isSearching, failed, retry } = search;
  const status = statusOf(text, search);
  return (
    <>
      {isSearching && (
        <Line aria-hidden>
          <Spinner pixels={16} />
          Searching...
        </Line>
      )}
      {!isSearching && groups.length === 0 && failed.length === 0 && <Line aria-hidden>{status}</Line>}
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
      <VisuallyHidden role="status">{status}</VisuallyHidden>
    </>
  );
};

export interface JumpPanelProps {
  /** Called with the path of the chosen target, which may be the current page. */
  onJump: (path: string) => void;
  navigation: readonly NavigationManifest[];
}

/** The field of the jump dialog with its results. */
export const JumpPanel = ({ onJump, navigation }: JumpPanelProps): ReactNode => {
  const [text, setText] = useState('');
  const search = useJumpSearch(text, navigation);
  const { groups, isSearching } = search;
  const { current, choose, reset, onKeyDown } = useJumpChoice(groups, onJump);
  const listId = `${useId()}list`;
  const list = useRef<HTMLDivElement>(null);
  const currentId = current && optionId(listId, current);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' });
  }, [currentId]);
  return (
    <>
      <Row>
        <Search aria-hidden />
        <Input
          role="combobox"
          type="text"
          aria-label="Jump to"
          aria-expanded={groups.length > 0}
          aria-controls={listId}
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
            reset();
          }}
          onKeyDown={onKeyDown}
        />
        <Close>Close</Close>
      </Row>
      <Results>
        <JumpResults ref={list} id={listId} groups={groups} isSearching={isSearching} current={current} onPoint={choose} onJump={onJump} />
        <JumpStatus text={text} search={search} />
      </Results>
    </>
  );
};
