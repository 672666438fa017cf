import type { Mark } from '@lectern/contracts';
import { Button, color, ErrorState, font, FormulaText, measure, SidePanel, size, space, TextSkeleton } from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { findMarksOnPage } from './findMarksOnPage';
import { groundOf } from './markColours';

const List = styled.ol`
  display: grid;
  gap: ${space[16]};
`;
const Entry = styled.li`
  display: grid;
  gap: ${space[8]};
  padding-left: ${space[12]};
  border-left: 4px solid;
  overflow-wrap: anywhere;
`;
const Quote = styled.p`
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 4;
  font: ${size[16]} / 1.5 ${font.reading};
`;
const Note = styled.p`
  font-size: ${size[14]};
  color: ${color['ink-soft']};
  white-space: pre-line;
`;
const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
  button {
    min-height: ${measure.target};
  }
`;
const Lost = styled.section`
  margin-top: ${space[32]};
  h3 {
    font-size: ${size[16]};
  }
  > p {
    margin-block: ${space[4]} ${space[16]};
    font-size: ${size[14]};
    color: ${color['ink-soft']};
  }
`;

interface MarkEntryProps {
  mark: Mark;
  /** Undefined if the guide no longer contains the mark's words. */
  onShow?: ((id: string) => void) | undefined;
  onEdit: (mark: Mark) => void;
  onRemove: (mark: Mark) => void;
}

const MarkEntry = ({ mark, onShow, onEdit, onRemove }: MarkEntryProps): ReactNode => (
  <Entry style={{ borderColor: groundOf[mark.colour] }}>
    <Quote dir="auto">
      <FormulaText>{mark.quote}</FormulaText>
    </Quote>
    {mark.note && <Note dir="auto">{mark.note}</Note>}
    <Buttons>
      {onShow ? (
        <>
          <Button
            variant="secondary"
            onClick={() => {
              onShow(mark._id);
            }}
          >
            Show
          </Button>
          <Button
            variant="quiet"
            onClick={() => {
              onEdit(mark);
            }}
          >
            {mark.note ? 'Edit' : 'Add a note'}
          </Button>
        </>
      ) : (
        <Button
          variant="secondary"
          onClick={() => {
            onRemove(mark);
          }}
        >
          Remove
        </Button>
      )}
    </Buttons>
  </Entry>
);

export interface MarksPanelProps extends Pick<MarkEntryProps, 'onEdit' | 'onRemove'> {
  isOpen: boolean;
  onClose: () => void;
  returnFocus: () => HTMLElement | undefined;
  /** Undefined while loading or after a failure. */
  marks: readonly Mark[] | undefined;
  isLoading: boolean;
  onRetry: () => void;
  onShow: (id: string) => void;
}

interface LoadedMarksProps extends Pick<MarksPanelProps, 'onShow' | 'onEdit' | 'onRemove'> {
  marks: readonly Mark[];
}

const LoadedMarks = ({ marks, onShow, onEdit, onRemove }: LoadedMarksProps): ReactNode => {
  // The text cannot change while the list is open.
  const [found] = useState(() => findMarksOnPage(marks).map(({ id }) => id));
  const shown = found.flatMap((id) => marks.find(({ _id }) => _id === id) ?? []);
  const lost = marks.filter(({ _id }) => !found.includes(_id));
  return (
    <>
      {marks.length === 0 && <p>Select words in the guide to highlight them or to write a note.</p>}
      <List>
        {shown.map((mark) => (
          <MarkEntry key={mark._id} mark={mark} onShow={onShow} onEdit={onEdit} onRemove={onRemove} />
        ))}
      </List>
      {lost.length > 0 && (
        <Lost>
          <h3>No longer in the guide</h3>
          <p>The guide was changed, and these words are gone.</p>
          <List>
            {lost.map((mark) => (
              <MarkEntry key={mark._id} mark={mark} onEdit={onEdit} onRemove={onRemove} />
            ))}
          </List>
        </Lost>
      )}
    </>
  );
};

const MarkList = ({ marks, isLoading, onRetry, onShow, onEdit, onRemove }: MarksPanelProps): ReactNode => {
  if (!marks) {
    return isLoading ? (
      <TextSkeleton label="Loading highlights" lines={4} />
    ) : (
      <ErrorState onRetry={onRetry}>Your highlights and notes could not be loaded.</ErrorState>
    );
  }
  return <LoadedMarks marks={marks} onShow={onShow} onEdit={onEdit} onRemove={onRemove} />;
};

/** The learner's highlights and notes on a guide, in a side panel or a sheet. Marks whose words are gone have their own section. */
export const MarksPanel = (props: MarksPanelProps): ReactNode => (
  <SidePanel isOpen={props.isOpen} onClose={props.onClose} title="Highlights and notes" returnFocus={props.returnFocus}>
    <MarkList {...props} />
  </SidePanel>
);
