import { counted } from '@lectern/contracts/plain';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { Button } from './Button';
import { DialogActions } from './Dialog';
import { DialogSurface } from './DialogSurface';
import { ErrorState } from './ErrorState';
import { choiceShape } from './Field';
import { Form } from './Form';
import { Copy } from './icons';
import type { ShareDialogProps } from './ShareDialogProps';
import { TextSkeleton } from './Skeleton';
import { TextField } from './TextField';
import { color, measure, media, size, space } from './tokens';
import { VisuallyHidden } from './VisuallyHidden';

const Choice = styled.label`
  display: flex;
  align-items: center;
  gap: ${space[12]};
  min-height: ${measure.target};
  cursor: pointer;
  input {
    ${choiceShape}
  }
`;

const Address = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: end;
  gap: ${space[12]};
  > button {
    min-height: 44px;
  }
  @media ${media.small} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Facts = styled.ul`
  display: grid;
  gap: ${space[4]};
  margin-top: ${space[16]};
  font-size: ${size[14]};
  color: ${color['ink-soft']};
  font-variant-numeric: tabular-nums;
`;

/** What readers can do at a link. */
const uses: Record<ShareDialogProps['what'], string> = {
  'study guide': 'read this guide',
  folder: 'read the guides in this folder, also those that you add later,',
  quiz: 'try this quiz',
  'flashcard deck': 'flip the cards of this deck',
};

const dateOf = (time: Date): string =>
  [time.getFullYear(), String(time.getMonth() + 1).padStart(2, '0'), String(time.getDate()).padStart(2, '0')].join('-');

/** The end of a day where the learner is. */
const endOfDay = (date: string): string => new Date(`${date}T23:59:59.999`).toISOString();

type CreationProps = Pick<ShareDialogProps, 'what' | 'isBusy' | 'onCreate' | 'onClose'>;

const Creation = ({ what, isBusy, onCreate, onClose }: CreationProps): ReactNode => {
  const [showName, setShowName] = useState(false);
  const [lastDay, setLastDay] = useState('');
  const [today] = useState(() => dateOf(new Date()));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy) void onCreate({ showName, ...(lastDay !== '' && { endsAt: endOfDay(lastDay) }) });
  };
  return (
    <Form onSubmit={submit}>
      <p>
        Anyone with the link can {uses[what]} without an account; copying it needs one. Your notes, scores and reviews stay with you. You
        can end the link at any time.
      </p>
      <Choice>
        <input
          type="checkbox"
          checked={showName}
          onChange={({ target }) => {
            setShowName(target.checked);
          }}
        />
        Show my first name
      </Choice>
      <TextField
        label="Last day"
        hint="Optional. Without it, the link works until you end it."
        type="date"
        min={today}
        value={lastDay}
        onChange={({ target }) => {
          setLastDay(target.value);
        }}
      />
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" isBusy={isBusy} busyLabel="Making the link...">
          Make a Link
        </Button>
      </DialogActions>
    </Form>
  );
};

type PresentProps = Pick<ShareDialogProps, 'isBusy' | 'onEnd' | 'onClose'> & { link: NonNullable<ShareDialogProps['link']> };

const lastDayOf = (endsAt: string): string => new Date(endsAt).toLocaleDateString('en', { dateStyle: 'long' });

const Present = ({ link, isBusy, onEnd, onClose }: PresentProps): ReactNode => {
  const { url, endsAt, showName, opens, copies } = link;
  const address = useRef<HTMLInputElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  const [now] = useState(() => Date.now());
  const isOver = endsAt !== null && Date.parse(endsAt) <= now;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url);
      setIsCopied(true);
    } catch {
      // Browsers deny clipboard access in some windows. The learner can copy the selected text.
      address.current?.select();
    }
  };
  return (
    <>
      <Address>
        <TextField ref={address} label="Link" dir="ltr" readOnly value={url} onFocus={({ target }) => target.select()} />
        <Button variant={isOver ? 'secondary' : 'primary'} icon={<Copy aria-hidden />} onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy Link'}
        </Button>
      </Address>
      <VisuallyHidden role="status">{isCopied && 'The link was copied.'}</VisuallyHidden>
      <Facts>
        <li>
          Opened {counted(opens, 'time')}, copied {counted(copies, 'time')}
        </li>
        {endsAt !== null && <li>{isOver ? `Ended on ${lastDayOf(endsAt)}` : `Works until ${lastDayOf(endsAt)}`}</li>}
        <li>{showName ? 'Shows your first name' : 'Does not show your name'}</li>
      </Facts>
      <DialogActions>
        <Button variant="secondary" isBusy={isBusy} onClick={() => void onEnd()}>
          {isOver ? 'Remove Link' : 'End Link'}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </>
  );
};

/** The lazily loaded content of a `ShareDialog`. */
export const ShareDialogSurface = ({ isOpen, onClose, what, title, link, hasFailed, onRetry, ...actions }: ShareDialogProps): ReactNode => (
  <DialogSurface isOpen={isOpen} onClose={onClose} title={`Share “${title}”`}>
    {hasFailed && (
      <ErrorState onRetry={onRetry} isRetrying={actions.isBusy}>
        We could not load the link.
      </ErrorState>
    )}
    {link === undefined && !hasFailed && <TextSkeleton label="Loading the link" lines={3} />}
    {link === null && <Creation what={what} onClose={onClose} {...actions} />}
    {link && <Present link={link} onClose={onClose} {...actions} />}
  </DialogSurface>
);
