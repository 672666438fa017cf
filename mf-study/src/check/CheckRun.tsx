import { counted, type ItemSource } from '@lectern/contracts';
import { Link } from '@lectern/platform/router';
import { Button, Check as CheckIcon, color, Pencil, size, space, Trash2, Undo2, VisuallyHidden } from '@lectern/ui';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { FocusPage } from '../shared/FocusPage';
import { isFreeKey } from '../shared/keys';
import { KeysHint } from '../shared/KeysHint';
import { SourceNote } from '../shared/SourceNote';
import { useKeyDown } from '../shared/useKeyDown';
import { countDropped, currentId } from './CheckSession';
import { useCheck, type Check, type CheckCalls } from './useCheck';
import { UnsavedNotice } from '../shared/UnsavedNotice';

const Column = styled.div`
  display: grid;
  gap: ${space[16]};
  > [tabindex] {
    outline-offset: 4px;
  }
`;

const End = styled.div`
  display: grid;
  justify-items: center;
  gap: ${space[16]};
  padding-top: ${space[48]};
  text-align: center;
  h2 {
    font-size: ${size[22]};
  }
  p {
    color: ${color['ink-soft']};
  }
`;

/** A generated item. */
export interface CheckedItem {
  _id: string;
  source?: ItemSource | undefined;
}

export interface CheckRunProps<Item extends CheckedItem> {
  kind: 'card' | 'question';
  title: string;
  /** Link to the deck or quiz. */
  back: { to: string; label: string };
  studyMaterialId: string | null;
  items: readonly Item[];
  calls: CheckCalls;
  draw: (item: Item) => ReactNode;
  editDialog: (item: Item, onClose: () => void) => ReactNode;
}

const useCheckKeys = (check: Check, edit: () => void): void => {
  const actions: Readonly<Record<string, () => void>> = { k: check.keep, d: check.drop, e: edit, u: check.undo };
  useKeyDown((event) => {
    const action = actions[event.key.toLowerCase()];
    if (!action || event.repeat || !isFreeKey(event)) return;
    event.preventDefault();
    action();
  });
};

const Problem = ({ check: { failure, retry, leaveOut } }: { check: Check }): ReactNode =>
  failure !== undefined && (
    <UnsavedNotice onRetry={retry} leaveOut="Keep it" onLeaveOut={leaveOut}>
      {failure}
    </UnsavedNotice>
  );

const CheckActions = ({ check, onEdit }: { check: Check; onEdit: () => void }): ReactNode => (
  <>
    <Button variant="secondary" isLarge icon={<Trash2 aria-hidden />} aria-keyshortcuts="D" onClick={check.drop}>
      Drop
    </Button>
    <Button variant="secondary" isLarge icon={<Pencil aria-hidden />} aria-keyshortcuts="E" onClick={onEdit}>
      Edit
    </Button>
    <Button isLarge icon={<CheckIcon aria-hidden />} aria-keyshortcuts="K" onClick={check.keep}>
      Keep
    </Button>
  </>
);

const UndoButton = ({ check }: { check: Check }): ReactNode => (
  <Button
    variant="quiet"
    icon={<Undo2 aria-hidden />}
    aria-keyshortcuts="U"
    disabled={check.session.verdicts.length === 0}
    onClick={check.undo}
  >
    Undo
  </Button>
);

/** The last step: how many items remain, and a link back. */
const CheckEnd = ({ check, kind, back }: { check: Check } & Pick<CheckRunProps<CheckedItem>, 'kind' | 'back'>): ReactNode => {
  const dropped = countDropped(check.session);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <End>
      <h2 ref={heading} tabIndex={-1}>
        {counted(check.session.ids.length - dropped, kind)} kept
      </h2>
      <p>
        {dropped === 0
          ? `No ${kind} was dropped.`
          : `${counted(dropped, kind)} dropped. ${dropped === 1 ? 'It is' : 'They are'} not made again for this guide.`}
      </p>
      <Button as={Link} to={back.to} isLarge>
        {back.label}
      </Button>
      <UndoButton check={check} />
    </End>
  );
};

/** Reviews generated items one at a time: keep, edit or drop. Leaving the page keeps the remaining items. */
export const CheckRun = <Item extends CheckedItem>(props: CheckRunProps<Item>): ReactNode => {
  const { kind, title, back, studyMaterialId, items, calls, draw, editDialog } = props;
  // The initial items. A dropped item leaves its deck or quiz, but "Undo" brings it back.
  const [first] = useState(items);
  const check = useCheck(
    first.map(({ _id }) => _id),
    calls,
  );
  const [editedId, setEditedId] = useState<string>();
  const id = currentId(check.session);
  const item = items.find(({ _id }) => _id === id) ?? first.find(({ _id }) => _id === id);
  const edit = (): void => {
    setEditedId(id);
  };
  useCheckKeys(check, edit);
  const at = check.session.verdicts.length;
  const total = check.session.ids.length;
  const label = `${kind === 'card' ? 'Card' : 'Question'} ${String(Math.min(at + 1, total))} of ${String(total)}`;
  return (
    <FocusPage
      closeTo={back.to}
      title={`Check your ${kind}s`}
      description={title}
      {...(item && { menu: <UndoButton check={check} />, actions: <CheckActions check={check} onEdit={edit} /> })}
      position={{ label, percent: total === 0 ? 100 : (at / total) * 100 }}
    >
      <Column>
        <Problem check={check} />
        {item ? (
          <>
            <VisuallyHidden role="status">{label}</VisuallyHidden>
            <div key={item._id}>{draw(item)}</div>
            {item.source && <SourceNote key={`source ${item._id}`} source={item.source} studyMaterialId={studyMaterialId} />}
            <KeysHint>
              <span>K keeps, E edits, D drops, U undoes. Dropped {kind}s are not made again.</span>
              <span>Dropped {kind}s are not made again for this guide.</span>
            </KeysHint>
          </>
        ) : (
          <CheckEnd check={check} kind={kind} back={back} />
        )}
      </Column>
      {item && editedId === item._id && editDialog(item, () => setEditedId(undefined))}
    </FocusPage>
  );
};
